import { CHART_HEIGHT, CHART_WIDTH, drawChart, type Series } from './draw-chart.ts';
import type { Row } from './figure.ts';

/** Blue, orange, green, violet: told apart by the colour-blind as well, and each line has dashes of its own. */
const LOOKS = [
  { light: '#0b62b0', dark: '#6cb6ff', dashes: 'none' },
  { light: '#b34700', dark: '#ffa657', dashes: '7 3' },
  { light: '#1a7f37', dark: '#56d364', dashes: '2 3' },
  { light: '#8250df', dark: '#d2a8ff', dashes: '9 3 2 3' },
];

/** How a question and the index grow with the library: an SVG picture of two charts, for light and dark pages. */
export function drawGrowth(rows: readonly Row[]): string {
  const series = (look: number, name: string, id: string, side: 'ours' | 'beside' = 'ours'): Series => ({
    name,
    look,
    points: rows.flatMap((row) => {
      const value = side === 'ours' ? row.ours : row.beside?.value;
      return row.id === id && row.passages !== undefined && value !== undefined ? [[row.passages, value]] : [];
    }),
  });
  const time = drawChart({
    title: 'Question to sources',
    xLabel: 'passages',
    yLabel: 'milliseconds, median',
    series: [
      series(0, 'with embeddings', 'search.dense'),
      series(1, 'brute force: all vectors, scanned', 'search.dense', 'beside'),
      series(2, 'by words', 'search.words'),
      series(3, 'one plain FTS5 query', 'search.words', 'beside'),
    ],
  });
  const size = drawChart({
    title: 'Index',
    xLabel: 'passages',
    yLabel: 'MB',
    series: [
      series(0, 'its file, embeddings included', 'search.file'),
      series(1, 'memory while it is filled, at most', 'search.rss'),
    ],
  });
  const [width, height] = [2 * CHART_WIDTH, CHART_HEIGHT];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">Time to sources, and size of the index, over the number of passages</title>
<style>
${toStyle('light', '#ffffff', '#1f2328', '#d1d9e0')}
@media (prefers-color-scheme: dark) {
${toStyle('dark', '#0d1117', '#e6edf3', '#30363d')}
}
text { font: 12px system-ui, sans-serif; fill: var(--ink); }
.title { font-size: 15px; font-weight: 600; }
.grid { stroke: var(--grid); fill: none; }
.line { stroke: var(--look); stroke-width: 2; fill: none; stroke-dasharray: var(--dashes); }
.dot { fill: var(--look); }
</style>
<rect width="${width}" height="${height}" fill="var(--paper)"/>
<g>
${time}
</g>
<g transform="translate(${CHART_WIDTH} 0)">
${size}
</g>
</svg>
`;
}

function toStyle(scheme: 'light' | 'dark', paper: string, ink: string, grid: string): string {
  const looks = LOOKS.map((look, index) => `.look-${index} { --look: ${look[scheme]}; --dashes: ${look.dashes}; }`);
  return [`svg { --paper: ${paper}; --ink: ${ink}; --grid: ${grid}; }`, ...looks].join('\n');
}
