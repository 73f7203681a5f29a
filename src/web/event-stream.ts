import type { Clock } from './clock.ts';
import type { StreamedEvent } from './to-streamed-events.ts';

/** Proxies give up on a silent connection after 30 to 60 seconds; a local model may think longer. */
const HEARTBEAT_MS = 10_000;
const HEARTBEAT = ': still here\n\n';

/** A reader that takes nothing for three heartbeats is gone or means harm: its slot is needed. */
const STALLED_BEATS = 3;

export interface EventStreamOptions {
  readonly clock: Clock;
  /** Called when nobody reads any more: the answer must stop. */
  readonly abandon: () => void;
}

/**
 * Server-sent events in the order of `events`, one at a time: the next is asked for only when the reader took the
 * last, so a slow reader slows its own answer and fills no memory. `events` must not throw.
 */
export function toEventStream(events: AsyncIterable<StreamedEvent>, options: EventStreamOptions): ReadableStream {
  const iterator = events[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let stopHeartbeats = () => {};
  let stalledBeats = 0;
  let isStarted = false;

  const leave = () => {
    stopHeartbeats();
    options.abandon();
    // A generator cleans up after itself only once it was started. Not awaited: it ends when it notices the abort.
    const started = isStarted ? Promise.resolve() : iterator.next();
    void started.then(() => iterator.return?.());
  };

  return new ReadableStream<Uint8Array>({
    start(controller) {
      stopHeartbeats = options.clock.every(HEARTBEAT_MS, () => {
        if ((controller.desiredSize ?? 0) > 0) {
          controller.enqueue(encoder.encode(HEARTBEAT));
          return;
        }
        stalledBeats += 1;
        if (stalledBeats < STALLED_BEATS) return;
        leave();
        controller.error(new Error('the reader takes nothing any more'));
      });
    },
    async pull(controller) {
      stalledBeats = 0;
      isStarted = true;
      const { value, done } = await iterator.next();
      if (done) {
        stopHeartbeats();
        controller.close();
      } else controller.enqueue(encoder.encode(toText(value)));
    },
    cancel: leave,
  });
}

/** JSON has no raw line breaks, so one data line holds it. */
function toText({ type, ...data }: StreamedEvent): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
