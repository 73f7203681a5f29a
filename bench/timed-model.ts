// A worker thread that answers as Ollama's /api/chat does, at once and then one piece every few milliseconds. Each piece is
// the time of day at which it was sent, so that whoever reads it knows how long it was under way.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { readTimeOfDay } from './time-of-day.ts';

const PIECES = 40;
const GAP_MS = 5;

const toLine = (content: string, end: object = { done: false }) =>
  `${JSON.stringify({ model: 'timed', created_at: '2026-11-30T11:35:23Z', message: { role: 'assistant', content }, ...end })}\n`;

let asked = '{}';

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  // What the program asked last, for a bare client to ask the same.
  if (request.method === 'GET') return response.end(asked);
  asked = body;
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  for (let sent = 0; sent < PIECES; sent += 1) {
    if (sent > 0) await sleep(GAP_MS);
    response.write(toLine(` ${readTimeOfDay()}`));
  }
  return response.end(toLine('', { done: true, done_reason: 'stop', prompt_eval_count: 100, eval_count: PIECES }));
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
