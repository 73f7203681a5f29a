/** What is asked for: an answer, or passages alone. */
export type QuestionKind = 'answer' | 'passages';

/** One value as it is now. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly value: number;
}

/** Counts since the start. Labels hold fixed words only: nothing that somebody asked, and nobody's name. */
export interface Metrics {
  /** `outcome`: of the answer, or the code of the error it ended with. */
  countQuestion(kind: QuestionKind, outcome: string): void;
  observe(phase: string, ms: number): void;
  /** All of it in Prometheus' text format (version 0.0.4), the gauges at the end. */
  render(gauges: readonly Gauge[]): string;
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const PREFIX = 'paperless_ask_';
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

interface Histogram {
  /** Observations up to each bound, not cumulated. */
  readonly counts: number[];
  sum: number;
  count: number;
}

export function createMetrics(): Metrics {
  const questions = new Map<string, number>();
  const phases = new Map<string, Histogram>();

  return {
    countQuestion(kind, outcome) {
      const labels = `kind="${kind}",outcome="${outcome}"`;
      questions.set(labels, (questions.get(labels) ?? 0) + 1);
    },
    observe(phase, ms) {
      const seconds = ms / 1_000;
      const histogram = phases.get(phase) ?? { counts: BUCKETS_S.map(() => 0), sum: 0, count: 0 };
      phases.set(phase, histogram);
      const bucket = BUCKETS_S.findIndex((bound) => seconds <= bound);
      if (bucket >= 0) histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1;
      histogram.sum += seconds;
      histogram.count += 1;
    },
    render(gauges) {
      const lines = [
        ...describe('questions_total', 'counter', 'Questions by how they ended.'),
        ...[...questions].map(([labels, count]) => `${PREFIX}questions_total{${labels}} ${count}`),
        ...describe('phase_seconds', 'histogram', 'Time that the phases of answers took.'),
        ...[...phases].flatMap(([phase, histogram]) => renderHistogram(phase, histogram)),
        ...gauges.flatMap(({ name, help, value }) => [...describe(name, 'gauge', help), `${PREFIX}${name} ${value}`]),
      ];
      return `${lines.join('\n')}\n`;
    },
  };
}

function describe(name: string, type: string, help: string): string[] {
  return [`# HELP ${PREFIX}${name} ${help}`, `# TYPE ${PREFIX}${name} ${type}`];
}

function renderHistogram(phase: string, { counts, sum, count }: Histogram): string[] {
  const name = `${PREFIX}phase_seconds`;
  let upTo = 0;
  const buckets = BUCKETS_S.map((bound, index) => {
    upTo += counts[index] ?? 0;
    return `${name}_bucket{phase="${phase}",le="${bound}"} ${upTo}`;
  });
  return [
    ...buckets,
    `${name}_bucket{phase="${phase}",le="+Inf"} ${count}`,
    `${name}_sum{phase="${phase}"} ${Number(sum.toFixed(6))}`,
    `${name}_count{phase="${phase}"} ${count}`,
  ];
}
