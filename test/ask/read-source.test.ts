import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSource } from '../../src/ask/read-source.ts';
import { NotFoundError } from '../../src/errors.ts';
import { createWorld, EVERYONE } from './world.ts';

const LIBRARY = [
  { id: 1, title: 'Lease', created: '2015-04-20', correspondent: 5, texts: ['The rent is ', '935 EUR ', 'a month.'] },
  { id: 12, title: 'Note', texts: ['Blue.'] },
];

describe('readSource', () => {
  it('gives a passage with what stands before and after it', async () => {
    const { deps } = await createWorld(LIBRARY, { names: { correspondent: { 5: 'Kleekamp' } } });
    assert.deepEqual(await readSource('1-1', deps, EVERYONE), {
      passage: '1-1',
      document_id: 1,
      title: 'Lease',
      correspondent: 'Kleekamp',
      created: '2015-04-20',
      url: null,
      text: '935 EUR ',
      before: 'The rent is ',
      after: 'a month.',
    });
  });

  it('has nothing before the first and behind the last passage', async () => {
    const { deps } = await createWorld(LIBRARY);
    const { before, after } = await readSource('12-0', deps, EVERYONE);
    assert.deepEqual([before, after], [null, null]);
  });

  for (const id of ['1-3', '99-0', '1', '', '1-0 ', '-1-0', '1-0; DROP TABLE', '١-٠', '1-99999999999999999999']) {
    it(`has no passage ${JSON.stringify(id)}`, async () => {
      const { deps } = await createWorld(LIBRARY);
      await assert.rejects(readSource(id, deps, EVERYONE), NotFoundError);
    });
  }

  it('has no passage of a document that went into the trash, even while the index still holds it', async () => {
    const world = await createWorld(LIBRARY);
    world.library.trash(1);
    await assert.rejects(readSource('1-1', world.deps, EVERYONE), NotFoundError);
  });
});
