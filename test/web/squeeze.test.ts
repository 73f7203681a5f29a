import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { squeezeScript, squeezeStyle } from '../../src/web/squeeze.ts';

const PUBLIC = join(import.meta.dirname, '../../src/web/public');

describe('squeezeScript', () => {
  it('drops comments and blanks', () => {
    const source = `// A comment.\n\n/** Another. */\nexport function f(a, b) {\n  if (a === b) return { a, b };\n  return a ?? b;\n}\n`;
    assert.equal(squeezeScript(source), 'export function f(a,b){if(a===b)return{a,b};return a??b}');
  });

  it('takes the shorter word for the same, outside of texts', () => {
    const source = `const a = [1, undefined, true,];\nif (f(a, ) === false) return 'const undefined, ]';\n`;
    assert.equal(squeezeScript(source), `let a=[1,void 0,!0];if(f(a)===!1)return'const undefined, ]';`);
  });

  it('makes one declaration of those that follow each other, and of no others', () => {
    const source =
      'const a = 1;\nconst b = 2;\n\n// Said.\nlet c;\nexport const d = 3;\nconst e = [\n  4,\n];\nconst g = 5;\n';
    assert.equal(squeezeScript(source), 'let a=1,b=2,c;export let d=3;let e=[4];let g=5;');
    assert.equal(squeezeScript('if (a) {\n  const b = 1;\n}\nconst c = 2;\n'), 'if(a){let b=1}let c=2;');
  });

  it('leaves texts, templates and expressions as they are', () => {
    for (const literal of [`'a , { b, } // "c" true'`, `"it's = { }"`, '`a = b , ( c )`', '/a?[/ ] = \\/ , {1}/gu'])
      assert.equal(squeezeScript(`let x = ${literal};`), `let x=${literal};`);
    assert.equal(squeezeScript('let a = b / c, d = e / f;'), 'let a=b / c,d=e / f;');
    assert.equal(squeezeScript('f((a) => b, async (c) => d, () => e);'), 'f(a=>b,async(c)=>d,()=>e);');
  });

  it('may rely on what it says it relies on', () => {
    for (const file of globSync('*.js', { cwd: PUBLIC })) {
      const source = readFileSync(join(PUBLIC, file), 'utf8');
      for (const [template] of source.matchAll(/`(?:\\.|[^`\\])*`/g))
        assert.doesNotMatch(template, /\n/, `${file} has a nested template, or one of several lines`);
      assert.doesNotMatch(source, /'[^'\n]*;}[^'\n]*'/, file);
    }
  });
});

describe('the scripts of the page', () => {
  it('are still programs when they are squeezed', () => {
    for (const file of globSync('*.js', { cwd: PUBLIC })) {
      const squeezed = squeezeScript(readFileSync(join(PUBLIC, file), 'utf8'));
      const body = squeezed.replace(/import[^;]*?from ?'[^']*';/g, '').replace(/export (?=\w)/g, '');
      // Parsed, not run.
      assert.doesNotThrow(() => new Function(body), file);
    }
  });
});

describe('squeezeStyle', () => {
  it('drops comments and blanks, and leaves selectors their meaning', () => {
    const source = '/* Said. */\na :hover,\n.b > c:not(.d) {\n  margin: 0.5rem -0.25rem;\n  content: "? x";\n}\n';
    assert.equal(squeezeStyle(source), 'a :hover,.b>c:not(.d){margin:.5rem -.25rem;content:"? x"}');
  });

  it('leaves the inside of a media query alone', () => {
    assert.equal(
      squeezeStyle('@media (max-width: 30rem) {\n  a {\n    b: c;\n  }\n}\n'),
      '@media (max-width: 30rem){a{b:c}}',
    );
  });
});
