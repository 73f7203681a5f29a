import type { Clock } from './clock.ts';
import type { StreamedEvent } from './to-streamed-events.ts';

/** Proxies give up on a silent connection after 30 to 60 seconds; a local model may think longer. */
const HEARTBEAT_MS = 10_000;
const HEARTBEAT = ': still here\n\n';

/** An answer may be so far ahead of its reader: most are whole by then, and give up their slot to the next. */
const AHEAD_BYTES = 256 * 1024;

export interface EventStreamOptions {
  readonly clock: Clock;
  /** Called when nobody reads any more: the answer must stop. */
  readonly abandon: () => void;
}

/**
 * Server-sent events in the order of `events`, no more at a time than fit into a quarter of a megabyte: a slow reader
 * slows its own answer and fills no memory. `events` must not throw.
 */
export function toEventStream(events: AsyncIterable<StreamedEvent>, options: EventStreamOptions): ReadableStream {
  const iterator = events[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let stopHeartbeats = () => {};
  let isStarted = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stopHeartbeats = options.clock.every(HEARTBEAT_MS, () => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(HEARTBEAT));
        });
      },
      async pull(controller) {
        isStarted = true;
        const { value, done } = await iterator.next();
        if (done) {
          stopHeartbeats();
          controller.close();
        } else controller.enqueue(encoder.encode(toText(value)));
      },
      cancel() {
        stopHeartbeats();
        options.abandon();
        // A generator cleans up after itself only once it was started. Not awaited: it ends when it notices the abort.
        const started = isStarted ? Promise.resolve() : iterator.next();
        void started.then(() => iterator.return?.());
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: AHEAD_BYTES }),
  );
}

/** JSON has no raw line breaks, so one data line holds it. */
function toText({ type, ...data }: StreamedEvent): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
