import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';
import { Writable } from 'node:stream';

// The first import of every MCP program: what any later module prints would be taken for a message of the protocol.
// It is the one part that works on being imported, because there is no earlier moment.

const { stdout, stderr } = process;
const writeOut = stdout.write.bind(stdout);

/** The real stdout, for the protocol (and for `--help`) only. */
export const protocolOutput = new Writable({
  decodeStrings: false,
  write: (chunk, _encoding, done) => void writeOut(chunk, done),
});

// A reader that went away is told to the stream's users, in place of an uncaught exception.
stdout.on('error', (error) => protocolOutput.destroy(error));

// `console` writes through this method as well.
stdout.write = stderr.write.bind(stderr);

// Loggers write to the descriptor itself.
fs.write = divert(fs.write);
fs.writeSync = divert(fs.writeSync);
syncBuiltinESMExports();

function divert<T extends object>(write: T): T {
  return new Proxy(write, {
    // Safe: the same arguments, but for the descriptor.
    apply: (target, self, [fd, ...rest]) => Reflect.apply(target as never, self, [fd === 1 ? 2 : fd, ...rest]),
  });
}
