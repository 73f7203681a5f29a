import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { toBinPath } from './ensure-built.ts';
import { listBenchQuestions } from './questions.ts';

/** Starts the built paperless-ask on a free port. `close` waits for its end. */
export async function openAsk(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [toBinPath('paperless-ask')], {
    env: { ASK_PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const closed = once(child, 'close');
  let port: string | undefined;
  for await (const line of createInterface({ input: child.stderr })) {
    port = /"port":(\d+)/.exec(line)?.[1];
    if (port !== undefined) break;
  }
  if (port === undefined) throw new Error('paperless-ask ended before it listened');
  child.stderr.resume();
  return {
    address: `http://127.0.0.1:${port}`,
    close: async () => {
      child.kill();
      await closed;
    },
  };
}

/** Asks `count` questions of the mix, unfiltered, one after the other. */
export async function askAll(address: string, count: number): Promise<void> {
  const questions = listBenchQuestions();
  for (let asked = 0; asked < count; asked += 1) {
    const body = JSON.stringify({ q: questions[asked % questions.length]?.q });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${address}/api/ask`, { method: 'POST', headers, body });
    if (!/^event: done$/m.test(await answer.text())) throw new Error(`question ${asked + 1} was not answered`);
  }
}

/** The bytes of the page and of everything that it loads. */
export async function weighPage(address: string): Promise<number> {
  const pending = ['/'];
  let bytes = 0;
  for (const path of pending) {
    const text = await (await fetch(`${address}${path}`)).text();
    bytes += Buffer.byteLength(text);
    const loaded = [
      ...[...text.matchAll(/(?:src|href)="(\/static\/[^"]+)"/g)].map(([, file]) => file ?? ''),
      ...[...text.matchAll(/from\s*['"]\.\/([\w-]+\.js)['"]/g)].map(([, file]) => `/static/${file}`),
    ];
    for (const file of loaded) if (!pending.includes(file)) pending.push(file);
  }
  return bytes;
}
