// The page's last line, kept up to date while somebody looks at it.

import { send } from './ask-stream.js';
import { byId, element } from './dom.js';

const EVERY_MS = 60_000;

export function installStatus() {
  let readAt = Date.now();
  const refresh = async () => {
    if (document.hidden || Date.now() - readAt < EVERY_MS / 2) return;
    readAt = Date.now();
    try {
      show(await (await send('/api/status')).json());
    } catch {
      // It stays as it was: whoever asks is told what is wrong.
    }
  };
  setInterval(refresh, EVERY_MS);
  document.addEventListener('visibilitychange', refresh);
}

function show(parts) {
  const spans = parts.map(({ text, alarm }) => element('span', { className: alarm ? 'alarm' : '' }, text));
  byId('status').replaceChildren(...spans);
}
