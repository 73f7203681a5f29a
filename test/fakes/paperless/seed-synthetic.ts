import { FakeLibrary } from './library.ts';

const WORDS = 'invoice contract energy rent insurance salary school garden water telephone repair receipt'.split(' ');

/** `count` documents that look alike, for measuring: a few hundred characters each, fifty correspondents, twenty tags. */
export function seedSynthetic(count: number): FakeLibrary {
  const library = new FakeLibrary();
  for (let id = 1; id <= 50; id++) library.addName('correspondents', { id, name: `Correspondent ${id}` });
  for (let id = 1; id <= 20; id++) library.addName('tags', { id, name: `tag-${id}` });
  for (let id = 1; id <= count; id++) {
    const word = (step: number) => WORDS[(id * step) % WORDS.length] ?? '';
    const seconds = new Date(Date.UTC(2024, 0, 1) + id * 60_000).toISOString().slice(0, 19);
    library.add({
      id,
      title: `${word(1)} ${word(5)} ${id}`,
      content: Array.from({ length: 40 }, (_, step) => `${word(step + 1)} ${id * (step + 3)}`).join(' '),
      created: `20${String(10 + (id % 15)).padStart(2, '0')}-0${1 + (id % 9)}-1${id % 10}`,
      added: `${seconds}.000871Z`,
      modified: `${seconds}.000871Z`,
      correspondent: 1 + (id % 50),
      tags: [1 + (id % 20)],
    });
  }
  return library;
}
