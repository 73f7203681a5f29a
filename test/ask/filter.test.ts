import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { resolveFilter } from '../../src/ask/filter.ts';
import { UsageError } from '../../src/errors.ts';
import type { FilterRequest, Id, Names } from '../../src/model.ts';

const NAMES = namesOf({
  correspondent: ['Brightline Telecom', 'Elektro Wübbena', 'Müller', 'Mueller', 'muller', 'Gîte La Chouette'],
  document_type: ['Rechnung', 'Vertrag'],
  tag: ['haus', 'Haus', 'energie', 'auto'],
});

describe('resolveFilter', () => {
  it('finds names letter for letter, even where others differ only by case or accent', () => {
    assert.deepEqual(resolveFilter({ correspondent: 'Müller', tags: ['Haus'] }, NAMES), {
      correspondent: 3,
      tags: [2],
    });
  });

  it('finds names without regard to case, accents and blanks at the ends', () => {
    const request = { correspondent: ' gite la chouette', document_type: 'RECHNUNG' };
    assert.deepEqual(resolveFilter(request, NAMES), { correspondent: 6, documentType: 1 });
  });

  it('keeps dates as they are', () => {
    const request = { created_from: '2024-01-01', created_to: '2024-12-31' };
    assert.deepEqual(resolveFilter(request, NAMES), { createdFrom: '2024-01-01', createdTo: '2024-12-31' });
  });

  it('takes no filters and an empty list of tags as no filter', () => {
    assert.deepEqual(resolveFilter({}, NAMES), {});
    assert.deepEqual(resolveFilter({ tags: [] }, NAMES), {});
  });

  it('counts a tag named twice once', () => {
    assert.deepEqual(resolveFilter({ tags: ['energie', 'Energie', 'auto'] }, NAMES), { tags: [3, 4] });
  });

  it('refuses a name that can be several, naming them', () => {
    assert.throws(() => resolveFilter({ correspondent: 'MÜLLER' }, NAMES), {
      name: 'UsageError',
      field: 'filters.correspondent',
      message: 'correspondent "MÜLLER" can be any of "Müller", "muller": write it exactly',
      refused: { name: 'MÜLLER', near: ['Müller', 'muller'] },
    });
  });

  it('refuses a name that several bear, as names are unique per owner only', () => {
    const twice = {
      ...NAMES,
      tag: new Map([
        [1, 'haus'],
        [2, 'haus'],
      ]),
    };
    assert.throws(() => resolveFilter({ tags: ['haus'] }, twice), {
      field: 'filters.tags',
      message: /rename one of them/,
    });
  });

  it('refuses an unknown name, naming near ones', () => {
    assert.throws(() => resolveFilter({ correspondent: 'Elektro Wuebbena' }, NAMES), {
      name: 'UsageError',
      field: 'filters.correspondent',
      message: 'there is no correspondent "Elektro Wuebbena": did you mean "Elektro Wübbena"?',
      refused: { name: 'Elektro Wuebbena', near: ['Elektro Wübbena'] },
    });
    assert.throws(() => resolveFilter({ tags: ['auto', 'zzz'] }, NAMES), {
      field: 'filters.tags',
      message:
        'there is no tag "zzz": none is spelt similarly; the page of paperless-ask lists them, and so does GET /api/tags',
    });
  });

  it('never answers with a name of another kind', () => {
    assert.throws(() => resolveFilter({ document_type: 'energie' }, NAMES), { field: 'filters.document_type' });
  });

  it('applies every part of a request or refuses it', () => {
    const word = fc.constantFrom(
      'Rechnung',
      'rechnung',
      'Haus',
      'HAUS',
      'auto',
      'Müller',
      'Brightline Telecom',
      'nobody',
    );
    const request: fc.Arbitrary<FilterRequest> = fc.record(
      {
        correspondent: word,
        document_type: word,
        tags: fc.array(word, { maxLength: 3 }),
        created_from: fc.constant('2024-01-01'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(request, (asked) => {
        try {
          const filter = resolveFilter(asked, NAMES);
          assert.equal(filter.correspondent === undefined, asked.correspondent === undefined);
          assert.equal(filter.documentType === undefined, asked.document_type === undefined);
          assert.equal(filter.tags === undefined, asked.tags === undefined || asked.tags.length === 0);
          assert.equal(filter.createdFrom, asked.created_from);
        } catch (error) {
          assert.ok(error instanceof UsageError);
        }
      }),
    );
  });
});

function namesOf(lists: { correspondent: string[]; document_type: string[]; tag: string[] }): Names {
  const toMap = (names: readonly string[]): ReadonlyMap<Id, string> =>
    new Map(names.map((name, index) => [index + 1, name]));
  return {
    correspondent: toMap(lists.correspondent),
    document_type: toMap(lists.document_type),
    tag: toMap(lists.tag),
    storage_path: new Map(),
    custom_field: new Map(),
  };
}
