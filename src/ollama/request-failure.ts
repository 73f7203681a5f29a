/** A call to Ollama that failed. Never leaves this folder: the adapters turn it into a class of errors.ts. */
export class RequestFailure extends Error {
  /** Undefined when there was no complete HTTP answer. */
  readonly status: number | undefined;
  /** The header as it came. */
  readonly retryAfter: string | null;
  /** The setting that names the server, where there was no answer. */
  readonly setting: string | undefined;
  /** The answer was not in Ollama's form: a proxy's error page, or another program. */
  readonly isForeign: boolean;

  constructor(
    message: string,
    options: ErrorOptions & { status?: number; retryAfter?: string | null; isForeign?: boolean; setting?: string } = {},
  ) {
    super(message, options);
    this.name = 'RequestFailure';
    this.status = options.status;
    this.retryAfter = options.retryAfter ?? null;
    this.setting = options.setting;
    this.isForeign = options.isForeign ?? false;
  }

  /** Trying the same again can help: no connection, overload, or a proxy that can't reach Ollama. 500 is judged by the caller. */
  get isTransient(): boolean {
    return this.status === undefined || [429, 502, 503, 504].includes(this.status);
  }

  /** Recognised by status: the texts differ between paths and versions. */
  get isMissingModel(): boolean {
    return this.status === 404 && !this.isForeign;
  }

  /** Says "the input length exceeds the context length"; older versions "… exceeds maximum context length". */
  get isTooLong(): boolean {
    return this.status === 400 && /context length/i.test(this.message);
  }
}
