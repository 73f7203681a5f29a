import type { FoundPassages } from '../ask/passages.ts';
import type { Question } from '../ask/question.ts';
import type { SourceView } from '../ask/read-source.ts';
import type { Log } from '../log.ts';
import type { AnswerEvent, FilterKind, PassageId } from '../model.ts';
import type { Archive, Asker, CallOptions } from '../ports.ts';
import type { Clock } from './clock.ts';
import type { Answer } from './collect-answer.ts';
import type { NameCount, NameLists } from './name-lists.ts';
import type { AccessSettings } from './read-asker.ts';

export interface AskedOptions {
  readonly signal: AbortSignal;
}

/** The ask part as this part calls it. */
export interface Answers {
  /** Throws `UsageError` for names that don't exist: a filter is refused before anything is queued or streamed. */
  checkFilters(question: Pick<Question, 'filters' | 'asker'>, options: AskedOptions): Promise<void>;
  /** Ends with `done`, or throws. */
  answer(question: Question, options: AskedOptions): AsyncIterable<AnswerEvent>;
  /** The answer by quotations, whatever model is set up: for the page's own use, neither counted nor logged. */
  quote(question: Question, options: AskedOptions): Promise<Answer>;
  /** The ranked passages; without a limit as many as an answer takes. */
  findPassages(question: Question, limit: number | undefined, options: AskedOptions): Promise<FoundPassages>;
  /** One passage with its neighbours. Throws `NotFoundError`. */
  readSource(passage: PassageId, asker: Asker, options: AskedOptions): Promise<SourceView>;
  /** Names that the asker may see, with what of theirs is in the index. */
  listNames(kind: FilterKind, asker: Asker, options: AskedOptions): Promise<readonly NameCount[]>;
  /** Documents in the index that the asker may see. */
  countDocuments(asker: Asker, options: AskedOptions): Promise<number>;
}

/** What the page says about the library below everything else. */
export interface LibraryStatus {
  readonly documents: number;
  readonly failedDocuments: number;
  /** End of the last successful tick, in milliseconds since 1970; undefined when there was none. */
  readonly updatedAt: number | undefined;
  /** The model that writes answers; undefined = quotations only. */
  readonly model: string | undefined;
  readonly search: 'dense+lexical' | 'lexical';
}

export type HealthChecks = Readonly<Record<string, (options: CallOptions) => Promise<void>>>;

export interface WebSettings {
  readonly access: AccessSettings;
  /** Host names, beside loopback, under which the page may be asked for. */
  readonly allowedHosts: readonly string[];
  readonly concurrency: number;
  readonly staleHours: number;
}

export interface WebDeps {
  readonly answers: Answers;
  readonly archive: Pick<Archive, 'access' | 'visible' | 'thumbnail'>;
  readonly names: NameLists;
  /** Of the whole index, whoever asks. Undefined when nothing has been indexed yet. */
  readonly readStatus: (options: CallOptions) => Promise<LibraryStatus | undefined>;
  /** One check per configured part that answers need: it resolves when the part works. */
  readonly healthChecks: HealthChecks;
  /** The same for parts without which answers are only less than they could be. */
  readonly sideChecks?: HealthChecks;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: WebSettings;
}
