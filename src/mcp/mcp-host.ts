import process from 'node:process';
import { protocolOutput } from './stdout-guard.ts';

/** This process as a program sees it, with the one stdout that is left for the protocol. */
export function createMcpHost() {
  return {
    argv: process.argv,
    env: process.env,
    stdin: process.stdin,
    stdout: protocolOutput,
    stderr: process.stderr,
    on: process.on.bind(process),
    exit: process.exit.bind(process),
    set exitCode(code: NodeJS.Process['exitCode']) {
      process.exitCode = code;
    },
  };
}
