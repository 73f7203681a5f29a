import type { Environment } from '../config/config.ts';
import { UsageError } from '../errors.ts';
import type { Flags } from './args.ts';

/** What npm takes these for: a beginning of one of its own settings, and two short ones at once. */
const ALIASES: Readonly<Record<string, string>> = { to: 'token_description', as: 'all' };

/**
 * `npm run index --full` runs the script without the flag: what stands before `--` is npm's, which hands it on as
 * `npm_config_full` only. Throws a `UsageError` for such flags of ours, with the line that was meant. One that is
 * among `args` as well has arrived.
 */
export function refuseKeptFlags(name: string, flags: Flags, args: readonly string[], env: Environment): void {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = env;
  // Only where npm starts this very program: `npm test` may start it, too, and has settings of its own.
  if (event === undefined || !script.includes(name)) return;
  const kept = Object.entries(flags).flatMap(([flag, { kind }]) => {
    const value = env[`npm_config_${ALIASES[flag] ?? flag.replaceAll('-', '_')}`];
    const isGiven = args.some((arg) => arg === `--${flag}` || arg.startsWith(`--${flag}=`));
    if (!value || isGiven) return [];
    const isSwitch = kind === 'switch';
    return [{ flag, shown: isSwitch ? `--${flag}` : `--${flag}=${value === 'true' ? '…' : toWord(value)}` }];
  });
  if (kept.length === 0) return;
  const own = script.split(/\s+/);
  const line = [...args.filter((arg) => !own.includes(arg)).map(toWord), ...kept.map(({ shown }) => shown)].join(' ');
  const names = kept.map(({ flag }) => `--${flag}`).join(', ');
  throw new UsageError(`npm kept ${names} for itself: npm run ${event} -- ${line}`);
}

/** As it is written in a shell. */
function toWord(text: string): string {
  return /^[\w.,:=/@+-]+$/.test(text) ? text : `"${text}"`;
}
