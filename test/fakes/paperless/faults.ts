import { page } from './answer.ts';
import type { LoggedRequest } from './request-log.ts';

/** What happens instead of, before or to an answer. */
export interface Fault {
  /** Runs before the request is handled. A promise holds it back: that is how slowness is made. */
  readonly before?: (request: LoggedRequest) => void | Promise<void>;
  /** Answers in place of Paperless. */
  readonly instead?: (request: LoggedRequest) => Response;
  /** Changes the answer. */
  readonly after?: (answer: Response, request: LoggedRequest) => Response | Promise<Response>;
}

export interface FaultOptions {
  /** How many matching requests it strikes. Default: every one. */
  readonly times?: number;
  /** Matching requests it lets pass first. Default 0. */
  readonly skip?: number;
  /** Path and query as logged. Default: all requests. */
  readonly match?: (request: LoggedRequest) => boolean;
}

interface Rule {
  readonly fault: Fault;
  readonly match: (request: LoggedRequest) => boolean;
  skip: number;
  times: number;
}

/** Failures to come. Every rule that matches strikes, in the order they were added. */
export class Faults {
  readonly #rules: Rule[] = [];

  add(fault: Fault, { times = Number.POSITIVE_INFINITY, skip = 0, match = () => true }: FaultOptions = {}): void {
    this.#rules.push({ fault, match, skip, times });
  }

  clear(): void {
    this.#rules.length = 0;
  }

  /** The faults that strike this request; called once a request. */
  take(request: LoggedRequest): readonly Fault[] {
    return this.#rules.flatMap((rule) => {
      if (rule.times <= 0 || !rule.match(request)) return [];
      if (rule.skip > 0) {
        rule.skip -= 1;
        return [];
      }
      rule.times -= 1;
      return [rule.fault];
    });
  }
}

/** Answers with a status; 5xx as Django's page, others as JSON. */
export function failWith(status: number, headers: Record<string, string> = {}): Fault {
  if (status >= 500) return { instead: () => page(`Server Error (${status})`, status, headers) };
  const body = JSON.stringify({ detail: 'Refused by the fake.' });
  return { instead: () => new Response(body, { status, headers: { ...headers, 'content-type': 'application/json' } }) };
}

/** The throttle: 429 and how long to wait. */
export function throttle(seconds: number): Fault {
  return failWith(429, { 'retry-after': String(seconds) });
}

/** A web page where data should be: a login page, or a proxy's. */
export function answerWebPage(status = 200): Fault {
  return { instead: () => page('Paperless-ngx sign in', status) };
}

export function redirectTo(location: string, status = 302): Fault {
  return { instead: () => new Response(null, { status, headers: { location } }) };
}

/** The connection breaks after `bytes` bytes of the body. */
export function cutAfter(bytes: number): Fault {
  return {
    after: async (answer) => {
      const body = new Uint8Array(await answer.arrayBuffer()).subarray(0, bytes);
      const stream = new ReadableStream({
        start: (controller) => controller.enqueue(body),
        pull: (controller) => controller.error(new TypeError('terminated')),
      });
      return new Response(stream, { status: answer.status, headers: answer.headers });
    },
  };
}

/** Changes a JSON answer: a wrong `count`, a missing row, a field of another type. */
export function rewrite(change: (body: Record<string, unknown>) => unknown): Fault {
  return {
    after: async (answer) => {
      const body = change((await answer.json()) as Record<string, unknown>);
      return new Response(JSON.stringify(body), { status: answer.status, headers: answer.headers });
    },
  };
}
