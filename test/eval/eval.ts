import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeLibrary, measureLibrary } from './library.ts';
import { readModels } from './read-models.ts';
import { describeXquad, measureXquad } from './xquad.ts';

const USAGE = `npm run eval [-- FOLDER]                                   a document_exporter folder with a questions.json; default: examples/library
npm run eval -- --xquad FILE [--questions FILE] [--step N]  XQuAD paragraphs, asked in the same or another language

The variables of the programs count: with EMBEDDING_HOST (and EMBEDDING_MODEL) the questions are asked by meaning too, and
by both; with CHAT_MODEL (and CHAT_HOSTS) a model answers those of a folder, on what RAG_DENSE finds. With QDRANT_TEST_URL the
index is made there, in a collection of its own that is deleted in the end.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    xquad: { type: 'string' },
    questions: { type: 'string' },
    step: { type: 'string', default: '1' },
    help: { type: 'boolean' },
  },
});

if (values.help) {
  process.stdout.write(USAGE);
} else {
  const models = readModels(process.env);
  if (values.xquad !== undefined) {
    const questions = values.questions ?? values.xquad;
    const measured = await measureXquad(values.xquad, questions, Number(values.step), models.embedder);
    process.stdout.write(`${describeXquad(`${basename(questions)} → ${basename(values.xquad)}`, measured)}\n`);
  } else {
    const folder = positionals[0] ?? join(import.meta.dirname, '..', '..', 'examples', 'library');
    process.stdout.write(`${describeLibrary(await measureLibrary(folder, models))}\n`);
  }
}
