import type { Marked } from 'marked';

export type AnswerNode =
  | { readonly text: string; readonly tag?: undefined; readonly cite?: undefined }
  | { readonly cite: number; readonly tag?: undefined; readonly text?: undefined }
  | {
      readonly tag: string;
      readonly children: readonly AnswerNode[];
      readonly text?: undefined;
      readonly cite?: undefined;
    };

export function toAnswerTree(markdown: string, library: typeof Marked): AnswerNode[];
