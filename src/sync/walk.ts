import { readErrorName } from '../errors.ts';
import type { Document, Fingerprint, Id, IndexedDocument, Instant } from '../model.ts';
import { buildLines, type DocumentLines } from './document-lines.ts';
import { isExcluded } from './exclusion.ts';
import { fail, isDue } from './failures.ts';
import { addReplacement, createGroup, type Group, isFull, postpone, updateMetadataOnly } from './group.ts';
import type { Pass } from './pass.ts';
import { buildPassages, toIndexedDocument } from './passages.ts';
import { type Action, planDocument } from './plan-document.ts';
import { readAhead } from './read-documents.ts';
import { settle } from './sync-state.ts';
import { writeGroup } from './write-group.ts';

/** Two readings are held at once, beside what is made of them for the index. */
const CHARS_PER_READ = 1_000_000;
/** Most documents of a reconcile are as they were and nothing is made of them; few requests matter more. */
const CHARS_PER_COMPARISON = 4_000_000;

/** A document to look at; with `modified` the cursor follows. */
export interface WalkItem {
  readonly id: Id;
  readonly modified?: Instant;
}

/**
 * Looks at documents in order and brings the index up to date with each. True when all were looked at, false when the
 * budget ran out. Abort and errors: what was written stays, the cursor stands right behind it.
 */
export async function walk(pass: Pass, items: readonly WalkItem[]): Promise<boolean> {
  const { signal, writer, generationState } = pass;
  const { failed } = generationState;
  const charsPerRead = pass.isReconcile ? CHARS_PER_COMPARISON : CHARS_PER_READ;
  let done = 0;
  for await (const reading of readAhead(pass.source, items, { signal, failed, charsPerRead })) {
    const ids = reading.items.map(({ id }) => id);
    const known = await writer.fingerprints(ids, { signal });
    const unreadable = new Set(reading.unreadable);
    let group = createGroup();
    for (const item of reading.items) {
      signal.throwIfAborted();
      const document = reading.documents.get(item.id);
      if (document !== undefined && !addDocument(pass, group, document, known.get(item.id))) {
        await writeGroup(pass, group);
        return false;
      }
      if (unreadable.has(item.id)) fail(pass, item, 'the source does not deliver it, though it delivers others');
      group.reached = item.modified;
      if (isFull(group, pass.embedder !== undefined)) {
        await writeGroup(pass, group);
        group = createGroup();
      }
      done += 1;
      pass.report(done, items.length);
    }
    await writeGroup(pass, group);
  }
  return true;
}

/** Puts what has to be done for a document into the group. False when there is something and the budget is used up. */
function addDocument(pass: Pass, group: Group, document: Document, known: Fingerprint | undefined): boolean {
  const { id } = document;
  const { met, exclusion, tally, generationState, budget } = pass;
  const lines = buildLines(document, pass.names);
  const indexed = toIndexedDocument(document, lines);
  const isOut = isExcluded(exclusion, document);
  const action = planDocument({ fingerprint: indexed.fingerprint, known, isExcluded: isOut });
  const isWork =
    action === 'exclude' ? known !== undefined : action !== 'unchanged' && !isLeftAlone(pass, document, action);
  if (isWork && budget.left <= 0) return false;
  if (isWork) budget.left -= 1;
  const isNew = !met.has(id);
  met.add(id);
  if (isNew) tally.seen += 1;
  if (isOut) exclusion.documents.add(id);
  else exclusion.documents.delete(id);
  if (action === 'exclude' && known !== undefined) group.exclusions.push(id);
  if (action === 'unchanged' && isNew) tally.unchanged += 1;
  if (action === 'unchanged' || action === 'exclude') settle(generationState, id);
  if (action === 'metadata') group.updates.push(indexed);
  if (action === 'replace') addText(pass, group, { document, lines, indexed, known });
  return true;
}

function addText(
  pass: Pass,
  group: Group,
  item: {
    readonly document: Document;
    readonly lines: DocumentLines;
    readonly indexed: IndexedDocument;
    readonly known: Fingerprint | undefined;
  },
): void {
  const { document, lines, indexed, known } = item;
  if (pass.blocked !== undefined) {
    postpone(pass, group, item);
    return;
  }
  if (!isDue(pass, document)) {
    updateMetadataOnly(group, item);
    return;
  }
  try {
    addReplacement(group, { document, indexed, known, passages: buildPassages(document, lines) });
  } catch (error) {
    fail(pass, document, `its text could not be cut into passages (${readErrorName(error)})`);
    updateMetadataOnly(group, item);
  }
}

/** True for a text that can't be replaced in this run: a budget spent on such would never get beyond them. */
function isLeftAlone(pass: Pass, document: Document, action: Action): boolean {
  return action === 'replace' && (pass.blocked !== undefined || !isDue(pass, document));
}
