// A program for fill-apart.ts: fills an index of its own, for it to be searched and its memory to be known.
import { fillIndex } from './fill-index.ts';

const [folder = '', documents, dimensions] = process.argv.slice(2);
await fillIndex(folder, Number(documents), Number(dimensions));
