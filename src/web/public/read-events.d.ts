export function readEvents(texts: AsyncIterable<string>): AsyncGenerator<{ readonly type: string }, void, undefined>;
