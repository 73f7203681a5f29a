import type { Id } from '../../../src/model.ts';
import type { FakeLibrary } from './library.ts';
import { contentOf, type FakeDocument, type NameList } from './objects.ts';
import { toServerTime } from './time.ts';

type Test = (document: FakeDocument) => boolean;

/** Turns a parameter's value into a test, or a sentence that says what is wrong with it. */
type MakeTest = (value: string, library: FakeLibrary) => Test | string;

/**
 * The documents all known filters let through, or Paperless' complaint about one. A parameter that is no filter, and a
 * filter without a value, is passed over in silence: the whole library comes back.
 */
export function filterDocuments(
  documents: FakeDocument[],
  query: Readonly<Record<string, string>>,
  library: FakeLibrary,
): FakeDocument[] | { readonly [filter: string]: readonly string[] } {
  let rest = documents;
  for (const [name, value] of Object.entries(query)) {
    const make = FILTERS[name];
    if (make === undefined || value === '') continue;
    const test = make(value, library);
    if (typeof test === 'string') return { [name]: [test] };
    rest = rest.filter(test);
  }
  return rest;
}

const COMPARE: Readonly<Record<string, (a: string | number, b: string | number) => boolean>> = {
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
};

const TEXT: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  icontains: (text, part) => text.includes(part),
  iexact: (text, part) => text === part,
  istartswith: (text, part) => text.startsWith(part),
  iendswith: (text, part) => text.endsWith(part),
};

const RELATIONS = ['correspondent', 'document_type', 'storage_path', 'owner'] as const;

const FILTERS: Readonly<Record<string, MakeTest>> = {
  ...ids('id', (document) => [document.id]),
  ...Object.assign({}, ...RELATIONS.map((field) => ids(`${field}__id`, (document) => toList(document[field])))),
  ...Object.assign({}, ...RELATIONS.map((field) => isNull(field, (document) => document[field]))),
  ...isNull('archive_serial_number', (document) => document.archive_serial_number),
  ...ids('tags__id', (document) => document.tags),
  ...ids('custom_fields__id', (document) => document.custom_fields.map(({ field }) => field)),
  ...numbers('archive_serial_number', (document) => document.archive_serial_number),
  ...dates('created', (document) => document.created),
  ...dates('created__date', (document) => document.created),
  ...dates('added__date', (document) => toServerTime(document.added).slice(0, 10)),
  ...dates('modified__date', (document) => toServerTime(document.modified).slice(0, 10)),
  ...times('added', (document) => document.added),
  ...times('modified', (document) => document.modified),
  ...texts('title', (document) => document.title),
  ...texts('content', contentOf),
  ...texts('original_filename', (document) => document.original_file_name),
  ...texts('correspondent__name', (document, library) => nameOf(library, 'correspondents', document.correspondent)),
  ...texts('document_type__name', (document, library) => nameOf(library, 'document_types', document.document_type)),
  ...texts('storage_path__name', (document, library) => nameOf(library, 'storage_paths', document.storage_path)),
  mime_type: (value) => (document) => document.mime_type === value,
  is_tagged: flag((document) => document.tags.length > 0),
  has_custom_fields: flag((document) => document.custom_fields.length > 0),
  is_in_inbox: flag((document, library) => document.tags.some((id) => library.names.tags.get(id)?.is_inbox_tag)),
  shared_by__id: (value) => (document) =>
    document.owner === Number(value) && document.view.users.length + document.view.groups.length > 0,
  search: inDatabase((document, library) => [
    document.title,
    contentOf(document),
    nameOf(library, 'correspondents', document.correspondent),
  ]),
  title_content: inDatabase((document) => [document.title, contentOf(document)]),
  custom_field_query: () => 'The fake does not know this filter.',
};

function toList(id: Id | null): Id[] {
  return id === null ? [] : [id];
}

function nameOf(library: FakeLibrary, list: NameList, id: Id | null): string {
  return id === null ? '' : (library.names[list].get(id)?.name ?? '');
}

function ids(name: string, idsOf: (document: FakeDocument) => readonly Id[]): Record<string, MakeTest> {
  const make =
    (test: (has: readonly Id[], wanted: ReadonlySet<Id>) => boolean): MakeTest =>
    (value) => {
      const wanted = value.split(',');
      if (!wanted.every((id) => /^-?\d+$/.test(id.trim()))) return 'Enter a number.';
      const set = new Set(wanted.map(Number));
      return (document) => test(idsOf(document), set);
    };
  const any = make((has, wanted) => has.some((id) => wanted.has(id)));
  return {
    [name]: any,
    [`${name}__in`]: any,
    [`${name}__all`]: make((has, wanted) => wanted.isSubsetOf(new Set(has))),
    [`${name}__none`]: make((has, wanted) => !has.some((id) => wanted.has(id))),
  };
}

function isNull(name: string, get: (document: FakeDocument) => unknown): Record<string, MakeTest> {
  return { [`${name}__isnull`]: flag((document) => get(document) === null) };
}

function flag(test: (document: FakeDocument, library: FakeLibrary) => boolean | undefined): MakeTest {
  return (value, library) => {
    const wanted = ['true', 'True', '1'].includes(value);
    return (document) => (test(document, library) ?? false) === wanted;
  };
}

function numbers(name: string, get: (document: FakeDocument) => number | null): Record<string, MakeTest> {
  const exact: MakeTest = (value) => (document) => get(document) === Number(value);
  return {
    [name]: exact,
    ...comparisons(name, get, (value) => (Number.isNaN(Number(value)) ? undefined : Number(value)), 'Enter a number.'),
  };
}

function dates(name: string, get: (document: FakeDocument) => string | null): Record<string, MakeTest> {
  const parse = (value: string) => (/^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined);
  const year: MakeTest = (value) => (document) => get(document)?.slice(0, 4) === value;
  return { ...comparisons(name, get, parse, 'Enter a valid date.'), [`${name}__year`]: year };
}

function times(name: string, get: (document: FakeDocument) => string): Record<string, MakeTest> {
  return comparisons(name, get, parseTime, 'Enter a valid date/time.');
}

function comparisons(
  name: string,
  get: (document: FakeDocument) => string | number | null,
  parse: (value: string) => string | number | undefined,
  complaint: string,
): Record<string, MakeTest> {
  const entries = Object.entries(COMPARE).map(([lookup, holds]): [string, MakeTest] => [
    `${name}__${lookup}`,
    (text) => {
      const limit = parse(text);
      if (limit === undefined) return complaint;
      return (document) => {
        const value = get(document);
        return value !== null && holds(value, limit);
      };
    },
  ]);
  return Object.fromEntries(entries);
}

/** To microseconds in UTC. Without an offset: the server's own time zone, winter here. A blank where a + was: refused. */
function parseTime(text: string): string | undefined {
  const [, seconds, fraction = '', offset = '+01:00'] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  if (seconds === undefined) return undefined;
  return `${new Date(`${seconds}${offset}`).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`;
}

function texts(
  name: string,
  textOf: (document: FakeDocument, library: FakeLibrary) => string,
): Record<string, MakeTest> {
  const entries = Object.entries(TEXT).map(([lookup, holds]): [string, MakeTest] => [
    `${name}__${lookup}`,
    (value, library) => (document) => holds(textOf(document, library).toLowerCase(), value.toLowerCase()),
  ]);
  return Object.fromEntries(entries);
}

function inDatabase(textsOf: (document: FakeDocument, library: FakeLibrary) => readonly string[]): MakeTest {
  return (value, library) => (document) =>
    textsOf(document, library).some((text) => text.toLowerCase().includes(value.toLowerCase()));
}
