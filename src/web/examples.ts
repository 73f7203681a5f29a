import type { Asker } from '../ports.ts';
import type { Answer } from './collect-answer.ts';
import { type ExampleQuestion, listExampleQuestions } from './example-questions.ts';
import type { NameCount } from './name-lists.ts';
import { toErrorCode } from './to-error-code.ts';
import type { WebDeps } from './web-deps.ts';
import type { Words } from './words/en.ts';

const EXAMPLES = 3;
/** Most questions tried for them: each is one or two searches. */
const TRIES = 12;
const KEPT_MS = 600_000;
/** Askers and languages remembered. */
const KEPT = 50;
const TIMEOUT_MS = 20_000;

const AMOUNT = /\d[.,]\d\d\b/;

export interface Examples {
  /**
   * Up to three questions made from names the asker may see, each of which is answered from the documents it is about.
   * Looked for again every ten minutes per asker and language, while the last ones are shown. Never throws; empty when
   * there are none.
   */
  read(asker: Asker, words: Words): Promise<readonly string[]>;
}

type Deps = Pick<WebDeps, 'answers' | 'clock' | 'log' | 'names'>;

interface Entry {
  /** What is shown now: nobody waits for what is looked for again. */
  shown: Promise<readonly ExampleQuestion[]>;
  until: number;
}

export function createExamples(deps: Deps): Examples {
  const kept = new Map<string, Entry>();

  const find = (asker: Asker, words: Words): Promise<readonly ExampleQuestion[]> => {
    const key = JSON.stringify([words.lang, asker]);
    const last = kept.get(key);
    if (last !== undefined && deps.clock.now() < last.until) return last.shown;
    const found = findExamples(asker, words, deps);
    const entry: Entry = { shown: last?.shown ?? found, until: deps.clock.now() + KEPT_MS };
    found.then(
      () => {
        entry.shown = found;
      },
      () => kept.delete(key),
    );
    kept.delete(key);
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - KEPT + 1))) kept.delete(oldest);
    kept.set(key, entry);
    return entry.shown;
  };

  return {
    async read(asker, words) {
      try {
        const found = await find(asker, words);
        const { correspondents, types } = await readNames(asker, deps);
        const isListed = (list: readonly NameCount[], name: string | undefined) =>
          name === undefined || list.some((one) => one.name === name);
        // What was found ten minutes ago may be hidden from the asker by now.
        const known = found.filter(
          ({ filters: { correspondent, document_type: type } }) =>
            isListed(correspondents, correspondent) && isListed(types, type),
        );
        return known.map(({ q }) => q);
      } catch (error) {
        deps.log.debug({ code: toErrorCode(error) }, 'no example questions');
        return [];
      }
    },
  };
}

async function readNames(asker: Asker, { names }: Pick<Deps, 'names'>) {
  const [correspondents, types] = await Promise.all([
    names.read('correspondent', asker),
    names.read('document_type', asker),
  ]);
  return { correspondents: correspondents.names, types: types.names };
}

async function findExamples(asker: Asker, words: Words, deps: Deps): Promise<readonly ExampleQuestion[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { correspondents, types } = await readNames(asker, deps);
  const found: ExampleQuestion[] = [];
  const left = new Set(listExampleQuestions(correspondents, types, words));
  for (let tries = 0; tries < TRIES && found.length < EXAMPLES; tries += 1) {
    const next = chooseNext([...left], found);
    if (next === undefined) break;
    left.delete(next);
    if (await isAnswered(next, asker, deps, signal)) found.push(next);
  }
  return found;
}

/** Each about another correspondent, and where that can be had one about what they write and two about amounts. */
function chooseNext(left: readonly ExampleQuestion[], found: readonly ExampleQuestion[]): ExampleQuestion | undefined {
  const others = left.filter(({ correspondent }) => found.every((one) => one.correspondent !== correspondent));
  const isToldAbout = found.some(({ asksAmount }) => !asksAmount);
  return others.find(({ asksAmount }) => asksAmount === isToldAbout) ?? others[0];
}

/** True when the question, asked without filters, is answered first from the documents it is about. */
async function isAnswered(
  { q, filters, asksAmount }: ExampleQuestion,
  asker: Asker,
  { answers }: Deps,
  signal: AbortSignal,
): Promise<boolean> {
  const meant = await answers.quote({ q, filters, asker }, { signal });
  if (meant.outcome !== 'extractive') return false;
  const given = await answers.quote({ q, asker }, { signal });
  const [quotation = ''] = given.answer.split('\n\n');
  const first = findFirstSource(given);
  if (first === undefined || (asksAmount && !AMOUNT.test(quotation))) return false;
  return meant.sources.some(({ document_id: id }) => id === first.document_id);
}

function findFirstSource({ answer, sources }: Answer) {
  const n = Number(/\[(\d+)\]/.exec(answer)?.[1]);
  return sources.find((source) => source.n === n);
}
