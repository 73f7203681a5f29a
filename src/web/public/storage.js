// This browser's storage. Where there is none (private windows, storage refused or full) the page's own memory does.

const memory = new Map();

/** What was kept under `key`; undefined when that is nothing, or was damaged. */
export function readKept(key) {
  // What is stored is older than what could not be.
  if (memory.has(key)) return memory.get(key);
  try {
    return JSON.parse(localStorage.getItem(key)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** False when `value` is kept only until the page is closed. */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return memory.delete(key) || true;
  } catch {
    memory.set(key, value);
    return false;
  }
}
