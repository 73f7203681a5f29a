import { join } from 'node:path';
import { describeMcpProcess } from '../contract/mcp-process.ts';
import { openGate } from '../mcp/open-gate.ts';

describeMcpProcess('tiny', async () => {
  const gate = await openGate();
  return {
    command: { args: [join(import.meta.dirname, '..', 'mcp', 'tiny-server.ts')], env: { GATE_URL: gate.url } },
    quick: { name: 'echo', arguments: { text: 'hello' } },
    text: { name: 'echo', argument: 'text' },
    slow: { name: 'wait', arguments: {}, begun: gate.begun, release: gate.release },
    close: gate.close,
  };
});
