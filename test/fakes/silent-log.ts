import type { Log } from '../../src/log.ts';

/** Takes everything, says nothing. */
export const SILENT_LOG: Log = { debug() {}, info() {}, warn() {}, error() {} };
