// Loaded into a program by watch-peak.ts: at its end, writes the most memory that it held (megabytes) where it is told to.
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) process.on('exit', () => writeFileSync(process.env.PEAK_RSS_FILE ?? '', String(readPeakMb())));

/** Of this program alone: on Linux `resourceUsage()` begins with what the process that started it held. */
function readPeakMb() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1_024;
  return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1_024;
}
