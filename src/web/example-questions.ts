import type { FilterRequest } from '../model.ts';
import type { NameCount } from './name-lists.ts';
import { fill } from './public/words.js';
import type { Words } from './words/en.ts';

/** A question that may be shown as an example, once it is seen to be answered. */
export interface ExampleQuestion {
  readonly q: string;
  readonly correspondent: string;
  /** The documents it is about. */
  readonly filters: FilterRequest;
  /** True when the answer has to hold an amount of money. */
  readonly asksAmount: boolean;
}

/** Names longer than this make no inviting question. */
const MAX_NAME_CHARS = 40;
const CORRESPONDENTS = 4;
const TYPES = 3;

/** Types of documents that come down to an amount. */
const AMOUNT_TYPE = /invoice|bill|rechnung|statement|receipt|quittung|payslip|gehalt/i;

/**
 * Questions about what most documents are of: what somebody writes about, then amounts, then what documents say. Not
 * each of them can be answered: a correspondent may never have sent a document of that type.
 */
export function listExampleQuestions(
  correspondents: readonly NameCount[],
  types: readonly NameCount[],
  { page: { exampleQuestions: forms } }: Pick<Words, 'page'>,
): ExampleQuestion[] {
  const who = pickNames(correspondents).slice(0, CORRESPONDENTS);
  const what = pickNames(types);
  const amounts = what.filter((type) => AMOUNT_TYPE.test(type)).slice(0, TYPES);
  const others = what.filter((type) => !AMOUNT_TYPE.test(type)).slice(0, TYPES);
  const pairs = (form: string, list: readonly string[], asksAmount: boolean) =>
    list.flatMap((type) =>
      who.map((correspondent) => ({
        q: fill(form, { type, correspondent }),
        correspondent,
        filters: { correspondent, document_type: type },
        asksAmount,
      })),
    );
  return [
    ...who.map((correspondent) => ({
      q: fill(forms.writes, { correspondent }),
      correspondent,
      filters: { correspondent },
      asksAmount: false,
    })),
    ...pairs(forms.amount, amounts, true),
    ...pairs(forms.says, others, false),
  ];
}

/** Short and readable names, those of most documents first. */
function pickNames(list: readonly NameCount[]): string[] {
  return list
    .filter(({ name }) => name.length <= MAX_NAME_CHARS && /^[\p{L}\p{N} .,&'’/-]+$/u.test(name))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
}
