import type { Source, Span } from '../../model.ts';
import type { AnswerNode } from './answer-tree.js';

export function decorateQuotations(tree: readonly AnswerNode[], sources: readonly Source[]): AnswerNode[];
export function findQuotation(text: string, quotation: string): Span | undefined;
