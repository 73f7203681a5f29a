export interface Sizes {
  /** Of the synthetic library. */
  readonly documents: number;
  /** Libraries to be searched: how large, about. */
  readonly passages: readonly number[];
  /** Answers of a model, each way. */
  readonly rounds: number;
  /** Of each MCP server. */
  readonly starts: number;
  /** Of a tool. */
  readonly calls: number;
  /** In the folder of docs-search-mcp. */
  readonly files: number;
}

/** What the bars are about. */
export const FULL: Sizes = {
  documents: 20_000,
  passages: [10_000, 50_000, 150_000],
  rounds: 40,
  starts: 15,
  calls: 150,
  files: 5_000,
};

/** Enough to see that all of it runs. */
export const QUICK: Sizes = {
  documents: 300,
  passages: [1_000, 2_000, 4_000],
  rounds: 10,
  starts: 3,
  calls: 30,
  files: 50,
};
