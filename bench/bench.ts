// npm run bench [-- DOCUMENTS]: what the embedded index costs above the raw rows, measured side by side in one run.
import { benchIndex, printIndexBench } from './index-bench.ts';

const documents = Number(process.argv[2] ?? 2_000);
if (!Number.isInteger(documents) || documents < 1) throw new Error('DOCUMENTS must be a whole number above 0');

console.log(`Indexing ${documents.toLocaleString('en')} synthetic documents, without embeddings`);
printIndexBench(await benchIndex(documents));
console.log(
  `\nIndexing ${documents.toLocaleString('en')} synthetic documents, with ready-made embeddings of 384 dimensions`,
);
printIndexBench(await benchIndex(documents, 384));
