import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, linkSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { toText } from '../../src/docs-search/document.ts';
import { Library } from '../../src/docs-search/library.ts';
import { isInside } from '../../src/docs-search/list-files.ts';
import { MAX_BYTES, readDocument } from '../../src/docs-search/read-document.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';

describe('the corpus', () => {
  it('is Markdown and text in any case, by path, in the order of code units', async (context) => {
    const { ids } = await load(context, {
      'b.md': 'B',
      'B.TXT': 'B',
      'a/c.markdown': 'C',
      'a.md': 'A',
      'x.html': '<p>',
    });
    assert.deepEqual(ids, ['B.TXT', 'a.md', 'a/c.markdown', 'b.md']);
  });

  it('leaves hidden entries and node_modules out without a word', async (context) => {
    const { ids, skipped } = await load(context, {
      '.git/x.md': 'x',
      'node_modules/p/README.md': 'x',
      '.hidden.md': 'x',
      'a.md': 'A',
    });
    assert.deepEqual([ids, skipped], [['a.md'], {}]);
  });

  it('serves nothing through a link that leads out, and says so', async (context) => {
    const outside = temporaryFolder(context);
    writeFileSync(join(outside, 'secret.md'), 'secret');
    const { ids, skipped } = await load(context, { 'a.md': 'A' }, (root) => {
      symlinkSync(join(outside, 'secret.md'), join(root, 'link.md'));
      symlinkSync(outside, join(root, 'folder'));
      symlinkSync(join(root, 'nowhere'), join(root, 'dead.md'));
      symlinkSync(root, join(root, 'loop'));
    });
    assert.deepEqual(ids, ['a.md']);
    assert.deepEqual(skipped, {
      'dead.md': 'a link that leads nowhere',
      folder: 'a link that leads out of the folder',
      'link.md': 'a link that leads out of the folder',
    });
  });

  it('is at most 5,000 files, the first by id, and says which are left out', async (context) => {
    const names = Array.from({ length: 5_001 }, (_, number) => `${String(number).padStart(4, '0')}.md`);
    const { ids, skipped } = await load(context, Object.fromEntries(names.map((name) => [name, 'x'])));
    assert.equal(ids.length, 5_000);
    assert.deepEqual(skipped, { '5000.md': 'more than 5000 files' });
  });

  it('takes a folder with a longer name of the same beginning for another one', () => {
    assert.ok(isInside('/docs', '/docs/a.md') && isInside('/', '/a.md'));
    assert.ok(!isInside('/docs', '/docs-evil/a.md') && !isInside('/docs', '/docs'));
  });

  it('waits for no pipe and opens no socket', async (context) => {
    const server = createServer();
    const { ids, skipped } = await load(context, { 'a.md': 'A' }, async (root) => {
      execFileSync('mkfifo', [join(root, 'pipe.md')]);
      await once(server.listen(join(root, 'socket.md')), 'listening');
    });
    server.close();
    assert.deepEqual(ids, ['a.md']);
    assert.deepEqual(skipped, { 'pipe.md': 'not a regular file', 'socket.md': 'not a regular file' });
  });

  it('refuses what is too large, binary or not UTF-8', async (context) => {
    const { ids, skipped } = await load(context, {
      'large.md': 'x'.repeat(MAX_BYTES + 1),
      'full.md': 'x'.repeat(MAX_BYTES),
      'nul.txt': 'a\0b',
      'utf16.txt': Buffer.from('\ufeffabc', 'utf16le'),
      'utf16-without-nul.txt': Buffer.from('\ufeff漢字', 'utf16le'),
      'lone-surrogate.txt': Buffer.of(0x61, 0xed, 0xa0, 0x80),
      'latin1.txt': Buffer.from('Gr\xfc\xdfe', 'latin1'),
    });
    assert.deepEqual(ids, ['full.md']);
    assert.deepEqual(Object.keys(skipped).sort(), [
      'large.md',
      'latin1.txt',
      'lone-surrogate.txt',
      'nul.txt',
      'utf16-without-nul.txt',
      'utf16.txt',
    ]);
  });

  it('takes the byte order mark away and ends lines with LF', async (context) => {
    const { library } = await load(context, { 'a.md': '\ufeff# Title\r\n\r\nText\r\n' });
    const document = library.snapshot?.documents.get('a.md');
    assert.ok(document);
    assert.deepEqual([document.title, toText(document), document.chars], ['Title', '# Title\n\nText\n', 14]);
  });

  it('lists an empty file by its name', async (context) => {
    const { library } = await load(context, { 'empty.md': '' });
    assert.equal(library.snapshot?.documents.get('empty.md')?.title, 'empty.md');
    assert.equal(library.snapshot?.passages, 1);
  });

  it('serves a file with two names once', async (context) => {
    const { ids, skipped } = await load(context, { 'a.md': 'A' }, (root) =>
      linkSync(join(root, 'a.md'), join(root, 'b.md')),
    );
    assert.deepEqual([ids, skipped], [['a.md'], { 'b.md': 'the same file as a.md' }]);
  });

  it('says which file and which folder may not be read', async (context) => {
    const { root, library } = await load(context, { 'a.md': 'A', 'b.md': 'B', 'sub/c.md': 'C' });
    chmodSync(root, 0o755);
    chmodSync(join(root, 'b.md'), 0);
    chmodSync(join(root, 'sub'), 0);
    await asNobody(() => library.refresh());
    chmodSync(join(root, 'sub'), 0o755);
    const { documents, skipped } = library.snapshot ?? assert.fail('nothing is served');
    assert.deepEqual([...documents.keys()], ['a.md']);
    assert.deepEqual(skipped, [
      { id: 'sub/', reason: 'the folder cannot be read' },
      { id: 'b.md', reason: 'it may not be read' },
    ]);
  });

  it('does not read a file through a folder that became a link', async (context) => {
    const { root } = await load(context, { 'sub/a.md': 'A' });
    const outside = temporaryFolder(context);
    writeFileSync(join(outside, 'a.md'), 'secret');
    renameSync(join(root, 'sub'), join(root, 'old'));
    symlinkSync(outside, join(root, 'sub'));
    assert.equal(await readDocument(root, 'sub/a.md'), 'it was exchanged for another while it was opened');
  });
});

describe('what is exchanged while it is looked at', () => {
  it('is no longer read once it is a link', async (context) => {
    const { root } = await load(context, { 'a.md': 'A' });
    const outside = temporaryFolder(context);
    writeFileSync(join(outside, 'a.md'), 'secret');
    rmSync(join(root, 'a.md'));
    symlinkSync(join(outside, 'a.md'), join(root, 'a.md'));
    assert.equal(await readDocument(root, 'a.md'), 'it became a link');
  });

  it('is never read from outside, however often files and folders become links and files again', async (context) => {
    const { root } = await load(context, { 'sub/a.md': 'inside', 'b.md': 'inside' });
    const outside = temporaryFolder(context);
    for (const name of ['a.md', 'b.md']) writeFileSync(join(outside, name), 'secret');
    let [isOver, reads] = [false, 0];
    const swapping = (async () => {
      while (!isOver) {
        for (const [name, target] of [
          ['sub', outside],
          ['b.md', join(outside, 'b.md')],
        ] as const) {
          renameSync(join(root, name), join(root, `${name}.old`));
          symlinkSync(target, join(root, name));
          await setImmediate();
          rmSync(join(root, name));
          renameSync(join(root, `${name}.old`), join(root, name));
        }
        await setImmediate();
      }
    })();
    for (let round = 0; round < 200; round += 1)
      for (const id of ['sub/a.md', 'b.md']) {
        const found = await readDocument(root, id);
        if (typeof found === 'string') continue;
        reads += 1;
        assert.equal(found.bytes.toString(), 'inside');
      }
    isOver = true;
    await swapping;
    assert.ok(reads > 0, 'some were read');
  });

  it('is the whole folder: nothing of the other one is served', async (context) => {
    const { root, library } = await load(context, { 'a.md': 'inside' });
    const outside = temporaryFolder(context);
    writeFileSync(join(outside, 'a.md'), 'secret');
    renameSync(root, `${root}.old`);
    context.after(() => rmSync(`${root}.old`, { recursive: true }));
    symlinkSync(outside, root);
    await library.refresh();
    assert.deepEqual([...(library.snapshot?.documents.keys() ?? [])], []);
    rmSync(root);
  });
});

describe('a folder that is read', () => {
  it('lets others have their turn meanwhile: no other request was answered for as long as that took', async (context) => {
    const root = realpathSync(temporaryFolder(context));
    for (let number = 0; number < 40; number += 1) writeFileSync(join(root, `${number}.md`), 'alpha');
    // Twenty milliseconds pass whenever somebody looks.
    let time = 0;
    let inOneTurn = 0;
    let most = 0;
    const now = () => {
      time += 20;
      inOneTurn += 1;
      most = Math.max(most, inOneTurn);
      globalThis.setImmediate(() => {
        inOneTurn = 0;
      });
      return time;
    };
    const library = new Library({ root, maxPassageChars: 1000, signal: context.signal, now });
    await library.refresh();
    assert.ok(most <= 3 && time > 40 * 20, `${most} looks in one turn`);
  });

  it('stops as soon as nobody wants it any more, and changes nothing', async (context) => {
    const stop = new AbortController();
    const root = realpathSync(temporaryFolder(context));
    for (let number = 0; number < 40; number += 1) writeFileSync(join(root, `${number}.md`), 'alpha');
    const library = new Library({ root, maxPassageChars: 1000, signal: stop.signal, now: () => 0 });
    const reading = library.refresh();
    stop.abort();
    await assert.rejects(reading, { name: 'AbortError' });
    assert.equal(library.snapshot, undefined);
  });
});

describe('a folder that changes', () => {
  it('is read again: new, changed, renamed and deleted files', async (context) => {
    const { root, library } = await load(context, { 'a.md': 'alpha', 'b.md': 'beta', 'c.md': 'gamma' });
    assert.equal(await library.refresh(), false);
    writeFileSync(join(root, 'a.md'), 'alpha omega');
    renameSync(join(root, 'b.md'), join(root, 'd.md'));
    rmSync(join(root, 'c.md'));
    assert.equal(await library.refresh(), true);
    const { documents, lexical, place } = library.snapshot ?? assert.fail('nothing is served');
    assert.deepEqual([...documents.keys()], ['a.md', 'd.md']);
    const find = (word: string) => lexical.search([[word]], 5).map(({ passage }) => place(passage)?.document.id);
    assert.deepEqual([find('omega'), find('beta'), find('gamma')], [['a.md'], ['d.md'], []]);
  });

  it('is served as it was while a search that began before goes on', async (context) => {
    const { root, library } = await load(context, { 'a.md': 'alpha' });
    const before = library.snapshot;
    writeFileSync(join(root, 'b.md'), 'beta');
    await library.refresh();
    assert.deepEqual([...(before?.documents.keys() ?? [])], ['a.md']);
    assert.equal(before?.lexical.search([['beta']], 5).length, 0);
  });
});

/** Root may read everything. */
async function asNobody(work: () => Promise<unknown>): Promise<void> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

async function load(
  context: TestContext,
  files: Readonly<Record<string, string | Buffer>>,
  prepare?: (root: string) => void | Promise<void>,
) {
  const root = realpathSync(temporaryFolder(context));
  for (const [id, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, id)), { recursive: true });
    writeFileSync(join(root, id), content);
  }
  await prepare?.(root);
  const library = new Library({ root, maxPassageChars: 1000, signal: context.signal, now: () => 0 });
  await library.refresh();
  const { documents, skipped } = library.snapshot ?? assert.fail('nothing is served');
  return {
    root,
    library,
    ids: [...documents.keys()],
    skipped: Object.fromEntries(skipped.map(({ id, reason }) => [id, reason])),
  };
}
