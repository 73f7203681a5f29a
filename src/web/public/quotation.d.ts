import type { Source, Span } from '../../model.ts';
import type { SharedWords } from '../words/en.ts';
import type { AnswerNode } from './answer-tree.js';

export function decorateQuotations(
  tree: readonly AnswerNode[],
  sources: readonly Source[],
  words: Pick<SharedWords, 'locale'>,
): AnswerNode[];
export function findQuotation(text: string, quotation: string): Span | undefined;
