import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** What figures depend on, and nothing that tells whose machine it is. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly system: string;
  /** Processes that wanted a core in the minute before. Above a few tenths, something else was running. */
  readonly load: number;
}

export function readMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}
