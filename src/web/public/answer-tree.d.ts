import type { Lexer, Tokenizer } from 'marked';

export type AnswerNode =
  | { readonly text: string; readonly tag?: undefined; readonly cite?: undefined }
  | { readonly cite: number; readonly tag?: undefined; readonly text?: undefined }
  | {
      readonly tag: string;
      readonly children: readonly AnswerNode[];
      readonly text?: undefined;
      readonly cite?: undefined;
    };

export interface Parser {
  readonly Lexer: typeof Lexer;
  readonly Tokenizer: typeof Tokenizer;
}

export function toAnswerTree(markdown: string, parser: Parser): AnswerNode[];
