import type { FakeLibrary } from '../fakes/paperless/library.ts';
import type { FakeDocument } from '../fakes/paperless/objects.ts';
import { FakeClock } from '../fakes/paperless/time.ts';

type Random = () => number;

const WORDS = 'invoice contract energy rent insurance salary school garden water telephone repair receipt'.split(' ');
const NO_AI = 1;

/** About so many documents, however long the library changes. */
const DOCUMENTS = 40;

/** A library of letters of one to six passages, each of which says which version of which document it is. */
export function createChangingLibrary(library: FakeLibrary, random: Random): void {
  library.addName('tags', { id: NO_AI, name: 'no-ai' });
  for (let id = 2; id <= 8; id += 1) library.addName('tags', { id, name: `Tag ${id}` });
  for (let id = 1; id <= 6; id += 1) library.addName('correspondents', { id, name: `Company ${id}` });
  for (let id = 1; id <= 4; id += 1) library.addName('document_types', { id, name: `Kind ${id}` });
  for (let n = 0; n < DOCUMENTS; n += 1) addLetter(library, random);
}

/** Long before now: a cursor never stands in the future. */
export function createPastClock(): FakeClock {
  return new FakeClock('2026-03-01T08:00:00.000000Z');
}

/** One to eight changes of all kinds. `hidden` ones, which move no `modified`, are for a reconcile to find. */
export function changeLibrary(library: FakeLibrary, random: Random, { hidden }: { readonly hidden: boolean }): void {
  const changes = hidden ? [...CHANGES, ...HIDDEN_CHANGES] : CHANGES;
  for (let left = 1 + Math.floor(random() * 8); left > 0; left -= 1) pick(changes, random)(library, random);
  while (listLive(library).length < DOCUMENTS - 3) addLetter(library, random);
}

/** Ids of what belongs into the index. */
export function listWanted(library: FakeLibrary): number[] {
  return listLive(library).flatMap(({ id, tags }) => (tags.includes(NO_AI) ? [] : id));
}

type Change = (library: FakeLibrary, random: Random) => void;

const CHANGES: readonly Change[] = [
  addLetter,
  rewrite,
  rewrite,
  rewrite,
  (library, random) => edit(library, random, { title: `${pick(WORDS, random)} ${pick(WORDS, random)}` }),
  (library, random) => edit(library, random, { tags: pickTags(library, random) }),
  (library, random) => edit(library, random, { correspondent: pickId(library.names.correspondents, random) }),
  (library, random) => edit(library, random, { owner: 2 + Math.floor(random() * 3) }),
  (library, random) => {
    const document = pick(listLive(library), random);
    const note = { id: 1, note: `Note on ${pick(WORDS, random)}`, created: library.clock.now(), user: 2 };
    library.edit(document.id, { notes: random() < 0.5 ? [note] : [] });
  },
  (library, random) => {
    const document = pick(listLive(library), random);
    library.edit(document.id, { tags: document.tags.includes(NO_AI) ? [] : [NO_AI] });
  },
  (library, random) => library.trash(pick(listLive(library), random).id),
  (library, random) => {
    const trashed = library.list().filter(({ deleted_at }) => deleted_at !== null);
    if (trashed.length > 0) library.restore(pick(trashed, random).id);
  },
  (library, random) => {
    const id = pickId(library.names.correspondents, random);
    library.addName('correspondents', { id, name: `Company ${id}, now ${pick(WORDS, random)}` });
  },
  (library, random) => {
    const id = pickId(library.names.tags, random);
    if (id !== NO_AI) library.addName('tags', { id, name: `Tag ${id}, now ${pick(WORDS, random)}` });
  },
  (library, random) => {
    const id = pickId(library.names.document_types, random);
    library.deleteName('document_types', id);
    // A database never gives the id of a deleted name to another.
    library.addName('document_types', { id: library.takeId(), name: `Kind of ${pick(WORDS, random)}` });
  },
];

const HIDDEN_CHANGES: readonly Change[] = [
  (library, random) => {
    const { id, content } = pick(listLive(library), random);
    library.reprocess(id, writeText(id, findVersion(content) + 1, random));
  },
  (library, random) => {
    pick(listLive(library), random).owner = 2 + Math.floor(random() * 3);
  },
  (library, random) => {
    pick(listLive(library), random).tags = pickTags(library, random);
  },
];

function addLetter(library: FakeLibrary, random: Random): void {
  const id = library.takeId();
  library.add({
    id,
    title: `${pick(WORDS, random)} ${pick(WORDS, random)} ${id}`,
    content: writeText(id, 1, random),
    correspondent: pickId(library.names.correspondents, random),
    document_type: pickId(library.names.document_types, random),
    tags: pickTags(library, random),
    owner: random() < 0.3 ? 3 : null,
  });
}

function rewrite(library: FakeLibrary, random: Random): void {
  const { id, content } = pick(listLive(library), random);
  library.edit(id, { content: writeText(id, findVersion(content) + 1, random) });
}

function edit(library: FakeLibrary, random: Random, changes: Partial<FakeDocument>): void {
  library.edit(pick(listLive(library), random).id, changes);
}

/** Begins and ends with its version: what lies between is whole when both are the same. */
function writeText(id: number, version: number, random: Random): string {
  const mark = `version ${version} of document ${id}.`;
  const paragraphs = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
    Array.from({ length: 120 }, () => pick(WORDS, random)).join(' '),
  );
  return [`Beginning of ${mark}`, ...paragraphs, `End of ${mark}`].join('\n\n');
}

function findVersion(content: string): number {
  return Number(/version (\d+)/.exec(content)?.[1]);
}

function pickTags(library: FakeLibrary, random: Random): number[] {
  const tags = [...library.names.tags.keys()].filter((id) => id !== NO_AI);
  return [...new Set([pick(tags, random), pick(tags, random)])].sort((a, b) => a - b);
}

function pickId(names: ReadonlyMap<number, unknown>, random: Random): number {
  return pick([...names.keys()], random);
}

function listLive(library: FakeLibrary): FakeDocument[] {
  return library.list().filter(({ deleted_at }) => deleted_at === null);
}

function pick<T>(items: readonly T[], random: Random): T {
  // Safe: no list here is empty, and random() is below 1.
  return items[Math.floor(random() * items.length)] as T;
}
