import { FULL } from '../sizes.ts';
import type { Row } from './figure.ts';
import type { Report } from './report.ts';
import { summarize } from './summarize.ts';
import { HEADING, toCells } from './to-cells.ts';

const ABOUT: Readonly<Record<string, readonly [title: string, text: string]>> = {
  index: [
    'Indexing',
    `A made-up library of German and English documents (the words of the sample library, a long tail of compounds and names), with ready-made embeddings of 384 dimensions, into the embedded index; beside it, batch by batch, bare SQLite inserts of the same final rows, their terms computed beforehand.`,
  ],
  search: [
    'Searching',
    'Thirty questions of every kind (common words, rare ones, identifiers, parts of compounds, typing mistakes, filters), five rounds, each asked by turns in each way on the same file. Plain FTS5 is one `MATCH` with `OR` for the same words; brute force is one exact scan of all vectors.',
  ],
  programs: [
    'Programs',
    'The built programs and a Paperless that holds the made-up library, without embeddings. Memory is the largest resident set that the kernel saw of that process alone.',
  ],
  'first-token': [
    'First token',
    'One model that stamps each token with the time, asked in turns through `POST /api/ask`, by a bare client, and by that client through a relay of fifteen lines.',
  ],
  mcp: [
    'MCP servers',
    'The built servers, each a new process, in turns with a server that is the SDK and one tool. Calls are made in pairs with the same request to Paperless alone; what is added is the median of what each pair differs by, not the difference of the medians beside it.',
  ],
  docs: ['docs-search-mcp', 'A folder of made-up documents, beside reading it and beside BM25 in its plainest form.'],
};

/** docs/performance.md. */
export function renderPerformance({ date, minutes, machine, sizes, rows }: Report): string {
  const { cpu, cores, memoryGb, node, system, load } = machine;
  const groups = Map.groupBy(rows, ({ id }) => id.split('.')[0] ?? '');
  const warnings = [
    ...(JSON.stringify(sizes) === JSON.stringify(FULL)
      ? []
      : [
          '**These sizes are not the full ones**, which the bars are about: this run only shows that everything works.\n',
        ]),
    ...(load > cores / 2 ? ['**The machine was busy** with something else.\n'] : []),
  ];
  return `# Performance

This page is written by \`npm run bench -- --write\` from what it measured. Absolute times are those of one machine; what counts is
the ratio to the bare work, which is measured beside it in the same run.

${warnings.map((warning) => `${warning}\n`).join('')}${date}, ${cores} cores of ${cpu}, ${memoryGb} GB, ${system}, Node.js ${node}, load before ${load}; the run took ${minutes.toFixed(0)} minutes.

${summarize(rows)}

![Time to sources, and size of the index, over the number of passages](performance.svg)

${[...groups].map(([part, group]) => renderPart(part, group)).join('\n')}
## Measure it yourself

Needs nothing but a clone and \`npm ci\`; leave the machine alone meanwhile.

| | |
|---|---|
| \`npm run bench\` | everything, half an hour at most |
| \`npm run bench -- --quick\` | everything in small, a few minutes |
| \`npm run bench -- search mcp\` | some parts only: ${Object.keys(ABOUT).join(', ')} |
| \`npm run bench -- --json figures.json\` | writes the figures as JSON, too |
| \`npm run bench -- --write\` | writes this page, its picture and \`docs/performance.json\` |

Bars that are no figures are tests: 200 readers that take nothing (\`test/web/crowd.test.ts\`), accessibility and the page
without its API (\`test/browser\`), 240 bytes per row (\`test/search-mcp\`).
`;
}

function renderPart(part: string, rows: readonly Row[]): string {
  const [title, text] = ABOUT[part] ?? [part, ''];
  const used = HEADING.map((_, column) => rows.some((row) => toCells(row)[column] !== ''));
  const toLine = (cells: readonly string[]) => `| ${cells.filter((_, column) => used[column]).join(' | ')} |`;
  const rule = HEADING.map((_, column) => (column < 2 ? '---' : '---:'));
  return `## ${title}\n\n${text}\n\n${[HEADING, rule, ...rows.map(toCells)].map(toLine).join('\n')}\n`;
}
