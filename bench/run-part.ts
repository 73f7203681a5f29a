// A program for bench.ts: measures one part and sends its figures. Every part has a process of its own, so that none
// is measured amid what another has left in memory.
import { PARTS } from './parts.ts';

const [name = '', sizes = '{}'] = process.argv.slice(2);
process.send?.(await PARTS[name]?.(JSON.parse(sizes)));
process.disconnect?.();
