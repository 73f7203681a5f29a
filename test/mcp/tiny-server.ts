// The smallest program on src/mcp/, for the tests of the plumbing: one tool answers at once, one when a service does.
import '../../src/mcp/stdout-guard.ts';

import { z } from 'zod';
import { createLog } from '../../src/log.ts';
import { defineTool } from '../../src/mcp/define-tool.ts';
import { serveStdio } from '../../src/mcp/serve-stdio.ts';
import { protocolOutput } from '../../src/mcp/stdout-guard.ts';

const echo = defineTool({
  name: 'echo',
  description: 'Answers what it was given.',
  input: z.strictObject({ text: z.string().max(100).optional() }),
  run: async ({ text = '' }) => ({ value: { text } }),
});

const wait = defineTool({
  name: 'wait',
  description: 'Answers what the service at GATE_URL answers.',
  input: z.strictObject({}),
  run: async (_, { signal }) => ({ value: await (await fetch(process.env.GATE_URL ?? '', { signal })).text() }),
});

if (process.argv.includes('--version')) {
  await new Promise<void>((resolve) => protocolOutput.end('tiny 1.0.0\n', () => resolve()));
} else {
  const stop = new AbortController();
  let code = 0;
  for (const [name, exitCode] of [['SIGTERM', 143] as const, ['SIGINT', 130] as const])
    process.on(name, () => {
      code = exitCode;
      stop.abort();
    });
  const log = createLog({ name: 'tiny', level: 'info' });
  await serveStdio(
    { name: 'tiny', version: '1.0.0', tools: [echo, wait], maxResultChars: 60_000, callBudgetMs: 120_000, log },
    { input: process.stdin, output: protocolOutput, stderr: process.stderr, signal: stop.signal },
  );
  process.exit(code);
}
