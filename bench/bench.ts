// npm run bench [-- PART] [--documents N] [--passages N,N,…] [--rounds N] [--files N]: what the product costs above the bare work underneath,
// measured side by side in one run. PART is `index`, `search`, `first-token`, `mcp`
// (of the built programs) or `docs`; without it, all of them.
import { parseArgs } from 'node:util';
import { benchDocs } from './docs-bench.ts';
import { benchFirstToken } from './first-token.ts';
import { benchIndex, printIndexBench } from './index-bench.ts';
import { benchMcp } from './mcp-bench.ts';
import { benchSearch } from './search-bench.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    documents: { type: 'string', default: '2000' },
    passages: { type: 'string', default: '10000,50000,150000' },
    rounds: { type: 'string', default: '40' },
    files: { type: 'string', default: '1000' },
  },
});
const parts: Readonly<Record<string, () => Promise<void>>> = {
  index: runIndex,
  search: runSearch,
  'first-token': runFirstToken,
  mcp: runMcp,
  docs: runDocs,
};
const chosen = positionals.length > 0 ? positionals : Object.keys(parts);
for (const name of chosen) {
  const part = parts[name];
  if (part === undefined) throw new Error(`there is no part ${name}: ${Object.keys(parts).join(', ')}`);
  await part();
}

async function runIndex(): Promise<void> {
  const documents = toCount(values.documents);
  console.log(`Indexing ${documents.toLocaleString('en')} synthetic documents, without embeddings`);
  printIndexBench(await benchIndex(documents));
  console.log(
    `\nIndexing ${documents.toLocaleString('en')} synthetic documents, with ready-made embeddings of 384 dimensions`,
  );
  printIndexBench(await benchIndex(documents, 384));
}

async function runSearch(): Promise<void> {
  for (const passages of values.passages.split(',').map(toCount)) {
    console.log(`\nSearching about ${passages.toLocaleString('en')} synthetic passages\n`);
    await benchSearch(passages);
  }
}

async function runFirstToken(): Promise<void> {
  const rounds = toCount(values.rounds);
  console.log(`\nThe same model asked through the program and by a bare client, ${rounds} times each in turns\n`);
  await benchFirstToken(rounds);
}

async function runMcp(): Promise<void> {
  console.log('\nAn MCP server beside a bare one, and beside Paperless alone\n');
  await benchMcp();
}

async function runDocs(): Promise<void> {
  console.log('\nA folder of documents, 20,000 characters each\n');
  await benchDocs(toCount(values.files));
}

function toCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`${text} is no whole number above 0`);
  return count;
}
