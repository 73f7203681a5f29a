import { protocolOutput } from './stdout-guard.ts';

/** A process as its program sees it, with the one stdout that is left for the protocol. */
export function createMcpHost(host: NodeJS.Process) {
  return {
    argv: host.argv,
    env: host.env,
    stdin: host.stdin,
    stdout: protocolOutput,
    stderr: host.stderr,
    on: host.on.bind(host),
    exit: host.exit.bind(host),
    set exitCode(code: NodeJS.Process['exitCode']) {
      host.exitCode = code;
    },
  };
}
