import type { FilterRequest, Source } from '../model.ts';

/** What is asked, in the form of paperless-ask's requests. */
export interface PassageQuestion {
  readonly q: string;
  readonly filters: FilterRequest;
}

export interface PassagesFound {
  readonly hits: readonly Pick<Source, 'passage' | 'document_id' | 'text' | 'score' | 'highlights'>[];
  readonly mode: string;
  readonly degraded?: string | undefined;
}

export interface AnswerFound {
  readonly answer: string;
  readonly outcome: string;
  readonly sources: readonly Pick<Source, 'n' | 'document_id'>[];
  readonly citations: readonly { readonly n: number; readonly checked: boolean }[];
  readonly degraded?: string | undefined;
}

export interface FinderOptions {
  readonly signal: AbortSignal;
}

/** The way to the index: a running paperless-ask, or the index itself. What it finds has not been checked for this token. */
export interface PassageFinder {
  /** Best first, at most `limit` (1–50). */
  findPassages(question: PassageQuestion, limit: number, options: FinderOptions): Promise<PassagesFound>;
  answer(question: PassageQuestion, options: FinderOptions): Promise<AnswerFound>;
}
