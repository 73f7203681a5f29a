import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, SignInError } from '../../src/errors.ts';
import { EVERYTHING } from '../../src/model.ts';
import type { Archive, Asker } from '../../src/ports.ts';
import { ANNA, change, FAMILY, READER, SAMPLE_LIBRARY, type SampleLibrary } from './sample-library.ts';

/** An archive over a world of its own that can be made to hold another library. */
export interface ArchiveWorld {
  readonly archive: Archive;
  replace(library: SampleLibrary): Promise<void>;
  close(): Promise<void>;
}

export interface ArchiveTraits {
  /** Whether it can tell what a user may see. One that can't refuses to answer for a user. */
  readonly users: boolean;
  /** Whether documents have a page in a web interface. */
  readonly links: boolean;
}

const EVERYONE: Asker = { kind: 'everyone' };
const ALL_IDS = [1, 2, 3, 4, 5, 6, 8, 9, 4711];

/** What every `Archive` does. `setup` builds a world that holds the library; ids are kept. */
export function describeArchive(
  name: string,
  traits: ArchiveTraits,
  setup: (library: SampleLibrary) => Promise<ArchiveWorld>,
): void {
  const inSample = (run: (world: ArchiveWorld) => Promise<void>) => async () => {
    const world = await setup(SAMPLE_LIBRARY);
    try {
      await run(world);
    } finally {
      await world.close();
    }
  };

  describe(`${name} as an Archive`, () => {
    it(
      'shows everyone what exists: no trash, no versions, no unknown ids',
      inSample(async ({ archive }) => {
        assert.deepEqual(await visibleTo(archive, EVERYONE), [1, 2, 3, 4, 6]);
        assert.deepEqual(await archive.visible([], EVERYONE), new Set());
        assert.deepEqual(await archive.visible([5], EVERYONE), new Set());
      }),
    );

    it(
      'never answers from memory: what went into the trash is gone, what was restored is back',
      inSample(async ({ archive, replace }) => {
        await visibleTo(archive, EVERYONE);
        await replace(change(change(SAMPLE_LIBRARY, 1, { trashed: true }), 5, { trashed: false }));
        assert.deepEqual(await visibleTo(archive, EVERYONE), [2, 3, 4, 5, 6]);
      }),
    );

    it(
      'lets everyone look everywhere and see every name',
      inSample(async ({ archive }) => {
        const { scope, maySeeName } = await archive.access(EVERYONE);
        assert.deepEqual([scope, maySeeName('tag', 3)], [EVERYTHING, true]);
      }),
    );

    if (traits.users) {
      it(
        'lets a user look where they and their groups may, and a superuser everywhere',
        inSample(async ({ archive }) => {
          const scopeOf = async (name: string) => (await archive.access({ kind: 'user', name })).scope;
          assert.deepEqual(await scopeOf('anna'), { kind: 'user', user: ANNA, groups: [FAMILY] });
          assert.deepEqual(await scopeOf('reader'), { kind: 'user', user: READER, groups: [] });
          assert.deepEqual(await scopeOf('admin'), EVERYTHING);
        }),
      );

      it(
        'shows a user unowned, own and shared names, and a superuser all',
        inSample(async ({ archive }) => {
          const table: Record<string, readonly boolean[]> = {
            anna: [true, true, true, false],
            ben: [true, false, true, true],
            reader: [true, true, false, false],
            admin: [true, true, true, true],
          };
          for (const [name, expected] of Object.entries(table)) {
            const { maySeeName } = await archive.access({ kind: 'user', name });
            const seen = [
              maySeeName('correspondent', 1),
              maySeeName('correspondent', 4),
              maySeeName('document_type', 2),
              maySeeName('tag', 3),
            ];
            assert.deepEqual(seen, expected, name);
          }
        }),
      );

      it(
        'shows a user what Paperless would: unowned, own, and shared documents; a superuser all',
        inSample(async ({ archive }) => {
          assert.deepEqual(await visibleTo(archive, { kind: 'user', name: 'anna' }), [1, 2, 3, 4, 6]);
          assert.deepEqual(await visibleTo(archive, { kind: 'user', name: 'ben' }), [1, 3, 4, 6]);
          assert.deepEqual(await visibleTo(archive, { kind: 'user', name: 'reader' }), [1, 3, 4]);
          assert.deepEqual(await visibleTo(archive, { kind: 'user', name: 'admin' }), [1, 2, 3, 4, 6]);
        }),
      );

      it(
        'takes back what is no longer shared',
        inSample(async ({ archive, replace }) => {
          const reader: Asker = { kind: 'user', name: 'reader' };
          assert.deepEqual(await visibleTo(archive, reader), [1, 3, 4]);
          const permissions = { owner: ANNA, viewUsers: [], viewGroups: [FAMILY] };
          await replace(change(SAMPLE_LIBRARY, 4, { permissions }));
          assert.deepEqual(await visibleTo(archive, reader), [1, 3]);
        }),
      );

      it(
        'refuses a user it does not know',
        inSample(async ({ archive }) => {
          const mallory: Asker = { kind: 'user', name: 'mallory' };
          await assert.rejects(archive.visible([1], mallory), SignInError);
          await assert.rejects(archive.access(mallory), SignInError);
        }),
      );
    } else {
      it(
        'refuses to answer for any user, as it cannot know what they may see',
        inSample(async ({ archive }) => {
          const anna: Asker = { kind: 'user', name: 'anna' };
          await assert.rejects(archive.visible([1], anna), ConfigError);
          await assert.rejects(archive.access(anna), ConfigError);
        }),
      );
    }

    it(
      'counts documents by name, sorted as people sort, without empty names and the trash',
      inSample(async ({ archive }) => {
        assert.deepEqual(await archive.counts('correspondent'), [
          { name: 'Ärztehaus am Markt', count: 2 },
          { name: 'Stadtwerke Talhausen', count: 1 },
          { name: 'zoo friends', count: 2 },
        ]);
        assert.deepEqual(await archive.counts('tag'), [
          { name: '<b>bold</b> & "quoted"', count: 2 },
          { name: 'energy', count: 2 },
        ]);
        assert.deepEqual(await archive.counts('document_type'), [
          { name: 'invoice', count: 1 },
          { name: 'letter', count: 1 },
        ]);
      }),
    );

    it(
      'sorts names the same way on a machine of another language',
      inSample(async ({ archive }) => {
        const english = await archive.counts('correspondent');
        const { Collator } = Intl;
        // Swedish sorts Ä after Z.
        Intl.Collator = new Proxy(Collator, { construct: (target, [locale = 'sv']) => new target(locale) });
        try {
          assert.deepEqual(await archive.counts('correspondent'), english);
        } finally {
          Intl.Collator = Collator;
        }
      }),
    );

    it(
      'gives the thumbnail with its type, or undefined when there is none',
      inSample(async ({ archive }) => {
        const thumbnail = await archive.thumbnail(1);
        assert.equal(thumbnail?.type, 'image/webp');
        const expected = SAMPLE_LIBRARY.documents[0]?.thumbnail?.bytes ?? new Uint8Array();
        assert.ok(Buffer.from(thumbnail?.bytes ?? []).equals(expected), 'the bytes are those of the picture');
        assert.equal(await archive.thumbnail(4711), undefined);
      }),
    );

    it(
      'links to the page of the document, where there is a web interface',
      inSample(async ({ archive }) => {
        if (traits.links) assert.match(archive.link(6) ?? '', /^https?:\/\/.*\/documents\/6\b/);
        else assert.equal(archive.link(6), undefined);
      }),
    );

    it(
      'rejects with an AbortError when the caller has gone',
      inSample(async ({ archive }) => {
        const options = { signal: AbortSignal.abort() };
        const calls = [
          () => archive.access(EVERYONE, options),
          () => archive.visible([1], EVERYONE, options),
          () => archive.counts('tag', options),
          () => archive.thumbnail(1, options),
        ];
        for (const call of calls) await assert.rejects(call, { name: 'AbortError' });
      }),
    );
  });
}

async function visibleTo(archive: Archive, asker: Asker): Promise<readonly number[]> {
  return [...(await archive.visible(ALL_IDS, asker))].sort((a, b) => a - b);
}
