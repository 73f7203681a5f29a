import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import * as whole from 'marked';
import { loadStaticFiles, type StaticFile } from '../../src/web/static-files.ts';

let files: ReadonlyMap<string, StaticFile>;
before(async () => {
  files = await loadStaticFiles();
});

describe('the parser that the page loads', () => {
  it('reads Markdown into the same tokens as the whole library', async () => {
    const lean = await importBody('marked.js');
    assert.deepEqual(Object.keys(lean).sort(), ['Lexer', 'Tokenizer']);
    const pieces =
      '# |- |--|- 1. |> |```\n|`|**|*|_|~~|[1]|[a](b)|[a][b]|![a](b)|[b]: c\n|<b>|</b>|<p>\n|\\|&amp;|\n|\n\n|  \n| |a|.|| b |www.x.example|---\n|===\n'.split(
        '|',
      );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, '|'), { maxLength: 30 }), (parts) => {
        const markdown = parts.join('');
        assert.deepEqual(new lean.Lexer().lex(markdown), new whole.Lexer().lex(markdown));
      }),
    );
  });

  it('is without what turns tokens into HTML, and names its authors', () => {
    const { body } = files.get('marked.js') ?? assert.fail();
    assert.match(body, /^\/\*\*\n \* marked v[\s\S]*MIT License/);
    assert.doesNotMatch(body, /<blockquote>|<\/td>/);
    assert.ok(body.length < 40_000, `${body.length} characters`);
  });
});

async function importBody(name: string): Promise<typeof whole> {
  const { body } = files.get(name) ?? assert.fail();
  return import(`data:text/javascript;base64,${Buffer.from(body).toString('base64')}`);
}
