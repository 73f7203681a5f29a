// A program for index-bench.ts: fills an index and prints its own peak memory in megabytes.
import { fillIndex } from './index-bench.ts';

const [folder = '', documents, dimensions] = process.argv.slice(2);
await fillIndex(folder, Number(documents), Number(dimensions) || undefined);
console.log(process.resourceUsage().maxRSS / 1_024);
