import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { splitPassages } from '../../src/docs-search/split-passages.ts';

const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\n\n', '\n', ' ', '\t', '# Heading\n', '😀', '---\n', '```\n', 'word '),
      fc.lorem(),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

describe('splitPassages', () => {
  it('gives slices in order, not longer than asked, that hold everything but blanks', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 100, max: 400 }), (text, maxChars) => {
        let end = 0;
        for (const passage of splitPassages(text, maxChars)) {
          assert.match(text.slice(end, passage.start), /^\s*$/);
          assert.ok(passage.end > passage.start && passage.end - passage.start <= maxChars);
          end = passage.end;
        }
        assert.match(text.slice(end), /^\s*$/);
      }),
    );
  });

  it('never cuts a surrogate pair in two', () => {
    const text = '😀'.repeat(500);
    for (const { start, end } of splitPassages(text, 101)) assert.ok(text.slice(start, end).isWellFormed());
  });

  it('keeps a heading with the text below it', () => {
    const filler = 'Some words about nothing in particular. '.repeat(20);
    const text = `# Guide\n\n${filler}\n\n## Backups\n\nRun the job every night.`;
    const passages = splitPassages(text, 900);
    const last = passages.at(-1);
    assert.ok(last && text.slice(last.start, last.end).startsWith('## Backups\n\nRun the job'));
    assert.deepEqual(last.headings, ['Guide', 'Backups']);
  });

  it('repeats no heading of a megabyte with every passage below it: one file took minutes to index', () => {
    const passages = splitPassages(`# ${'word '.repeat(200_000)}\n\ntext`, 1000);
    const repeated = passages.reduce((sum, { headings }) => sum + headings.join('').length, 0);
    assert.ok(passages.length > 900 && repeated <= 120 * passages.length);
  });

  it('looks at each of very many headings once', () => {
    const text = '# a\n'.repeat(200_000);
    const passages = splitPassages(text, 1000);
    assert.deepEqual(passages.at(-1)?.headings, ['a']);
    assert.equal(passages.at(-1)?.end, text.length - 1);
  });

  it('takes time in proportion to the text, also without a single blank', () => {
    const passages = splitPassages('x'.repeat(1_000_000), 1000);
    assert.equal(passages.length, 1000);
  });
});
