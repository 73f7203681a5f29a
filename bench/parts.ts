import { benchDocs } from './docs-bench.ts';
import { benchFirstToken } from './first-token.ts';
import { benchIndex } from './index-bench.ts';
import { benchMcp } from './mcp-bench.ts';
import { benchPrograms } from './programs-bench.ts';
import type { Figure } from './report/figure.ts';
import { benchSearch } from './search-bench.ts';
import { toSearchFigures } from './search-figures.ts';
import type { Sizes } from './sizes.ts';

/** What is measured, by name. Each runs in a process of its own: see run-part.ts. */
export const PARTS: Readonly<Record<string, (sizes: Sizes) => Promise<Figure[]>>> = {
  index: ({ documents }) => benchIndex(documents),
  search: benchSearches,
  programs: ({ documents }) => benchPrograms(documents),
  'first-token': ({ rounds }) => benchFirstToken(rounds),
  mcp: benchMcp,
  docs: ({ files }) => benchDocs(files),
};

async function benchSearches({ passages }: Sizes): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const count of passages) {
    console.log(`\nSearching about ${count.toLocaleString('en')} synthetic passages\n`);
    figures.push(...toSearchFigures(count, await benchSearch(count)));
  }
  // Each figure over all sizes, then the next.
  return [...Map.groupBy(figures, ({ id }) => id).values()].flat();
}
