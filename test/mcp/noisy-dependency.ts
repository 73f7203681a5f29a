// Preloaded by a test (`node --import`): makes the MCP SDK print while it is loaded and ever after, in three ways.
import { registerHooks } from 'node:module';

const NOISE = `
import { writeSync as noisyWrite } from 'node:fs';
const makeNoise = () => {
  console.log('noise by console');
  process.stdout.write('noise by write\\n');
  noisyWrite(1, 'noise by descriptor\\n');
};
makeNoise();
setInterval(makeNoise, 10).unref();
`;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!/sdk\/dist\/esm\/server\/index\.js$/.test(url)) return loaded;
    return { ...loaded, source: `${NOISE}${loaded.source}` };
  },
});
