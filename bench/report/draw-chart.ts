/** One line of a chart. `look`: the number of its colour, see draw-growth.ts. */
export interface Series {
  readonly name: string;
  readonly look: number;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Chart {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
}

export const CHART_WIDTH = 400;
export const CHART_HEIGHT = 360;
const LEFT = 58;
const RIGHT = 30;
const TOP = 120;
const BOTTOM = 52;

/** A line chart as SVG elements, axes from zero, CHART_WIDTH by CHART_HEIGHT, colours by class. */
export function drawChart({ title, xLabel, yLabel, series }: Chart): string {
  const points = series.flatMap((one) => one.points);
  const xTicks = toTicks(Math.max(0, ...points.map(([x]) => x)));
  const yTicks = toTicks(Math.max(0, ...points.map(([, y]) => y)));
  const x = (value: number) => round(LEFT + (value / last(xTicks)) * (CHART_WIDTH - LEFT - RIGHT));
  const y = (value: number) => round(CHART_HEIGHT - BOTTOM - (value / last(yTicks)) * (CHART_HEIGHT - TOP - BOTTOM));
  const [right, bottom] = [CHART_WIDTH - RIGHT, CHART_HEIGHT - BOTTOM];
  return [
    text(LEFT, 24, title, 'class="title"'),
    ...series.map((one, index) => drawKey(one, 44 + index * 18)),
    ...yTicks.flatMap((tick) => [
      `<path class="grid" d="M${LEFT} ${y(tick)}H${right}"/>`,
      text(LEFT - 8, y(tick) + 4, toLabel(tick), 'text-anchor="end"'),
    ]),
    ...xTicks.map((tick) => text(x(tick), bottom + 18, toLabel(tick), 'text-anchor="middle"')),
    text((LEFT + right) / 2, bottom + 40, xLabel, 'text-anchor="middle"'),
    text(0, 0, yLabel, `text-anchor="middle" transform="translate(14 ${(TOP + bottom) / 2}) rotate(-90)"`),
    ...series.map((one) => drawLine(one, x, y)),
  ].join('\n');
}

/** Round numbers from zero to at least `max`, three to six of them: 0, 50, 100 … */
export function toTicks(max: number): number[] {
  if (!(max > 0)) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(max / 4));
  // One of them holds: max / 4 is below 10 times `power`.
  const step = power * ([1, 2, 2.5, 5, 10].find((one) => one * power >= max / 4) ?? 10);
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => round(index * step));
}

function drawKey({ name, look }: Series, at: number): string {
  return `<path class="line look-${look}" d="M${LEFT} ${at - 4}h26"/>\n${text(LEFT + 34, at, name)}`;
}

function drawLine({ look, points }: Series, x: (value: number) => number, y: (value: number) => number): string {
  const sorted = points.toSorted(([a], [b]) => a - b);
  const path = sorted.map(([px, py], index) => `${index === 0 ? 'M' : 'L'}${x(px)} ${y(py)}`).join('');
  const dots = sorted.map(([px, py]) => `<circle class="dot look-${look}" cx="${x(px)}" cy="${y(py)}" r="3"/>`);
  return [`<path class="line look-${look}" d="${path}"/>`, ...dots].join('\n');
}

function text(x: number, y: number, content: string, attributes = ''): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}"${attributes && ` ${attributes}`}>${escaped}</text>`;
}

function toLabel(value: number): string {
  return value.toLocaleString('en');
}

function last(ticks: readonly number[]): number {
  return ticks.at(-1) ?? 1;
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
