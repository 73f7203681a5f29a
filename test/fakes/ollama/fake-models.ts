/** A model the fake server has. */
export interface FakeModel {
  readonly name: string;
  readonly kind: 'embedding' | 'chat';
  readonly digest: string;
  readonly contextTokens: number;
  readonly dimensions: number;
}

/** The two models of the recordings. */
export const RECORDED_MODELS: readonly FakeModel[] = [
  {
    name: 'minilm:latest',
    kind: 'embedding',
    digest: '6cf97aa9ab2e7b3b0dc526238904e189ea5bf0076e1d102b61d21fa09e34caea',
    contextTokens: 512,
    dimensions: 384,
  },
  {
    name: 'smollm2:latest',
    kind: 'chat',
    digest: 'a745de08e656b7a080fc4f98824de66b2c536eb215545656db297fed39adf465',
    contextTokens: 8192,
    dimensions: 576,
  },
];

/** Words, and one token at either end as BERT has them. */
export function countTokens(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length + 2;
}

/** A bag of words, hashed into `dimensions` numbers of unit length: texts with the same words are near. */
export function embedText(text: string, dimensions: number): number[] {
  const sums = new Array<number>(dimensions).fill(0);
  for (const word of ['', ...text.toLowerCase().split(/\s+/)]) {
    let hash = 7;
    for (const character of word) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
    sums[hash % dimensions]! += 1;
  }
  const length = Math.hypot(...sums);
  return sums.map((sum) => sum / length);
}
