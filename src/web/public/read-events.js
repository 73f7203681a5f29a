// Server-sent events, as they are read from the network.

/** Server-sent events out of text that is cut anywhere. Comments (heartbeats) are skipped. */
export async function* readEvents(texts) {
  let rest = '';
  for await (const text of texts) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const lines = block.split('\n');
      const type = lines.find((line) => line.startsWith('event: '))?.slice(7);
      const data = lines.find((line) => line.startsWith('data: '))?.slice(6);
      if (type !== undefined && data !== undefined) yield { type, ...JSON.parse(data) };
    }
  }
}
