import type { EmbeddingFailure } from '../ports.ts';
import { describeRefusal } from './describe-refusal.ts';
import { RequestFailure } from './request-failure.ts';
import { splitText } from './split-text.ts';
import { meanVector, toUnitVector } from './unit-vector.ts';

/** The answer to one request: embeddings in order, and the tokens counted for all inputs together. */
export interface Embedded {
  readonly embeddings: readonly (readonly number[])[];
  readonly tokens: number | undefined;
}

export interface EmbedSteps {
  /** Throws `RequestFailure` when refused; transient failures have been tried again. */
  send(texts: readonly string[]): Promise<Embedded>;
  /** True when a harmless text embeds right now: what failed is then the text's own fault. */
  isHealthy(): Promise<boolean>;
  readonly contextTokens: number;
}

/**
 * Embeds all texts. A refused batch is halved until the text to blame stands alone; that one is split when it is too
 * long, and an `EmbeddingFailure` otherwise. Throws what `send` throws when the service is to blame (a 500 as a
 * transient 503).
 */
export async function embedBatch(
  texts: readonly string[],
  steps: EmbedSteps,
): Promise<(Float32Array | EmbeddingFailure)[]> {
  if (texts.length === 0) return [];
  let answer: Embedded;
  try {
    answer = await steps.send(texts);
  } catch (error) {
    if (!(error instanceof RequestFailure) || error.isMissingModel || error.isForeign) throw error;
    if (texts.length > 1) return embedHalves(texts, steps);
    const [text = ''] = texts;
    if (error.isTooLong) return [await embedParts(text, steps)];
    if (await steps.isHealthy()) return [{ reason: `Ollama refused it (${describeRefusal(error)})` }];
    throw error.status === 500 ? new RequestFailure(error.message, { cause: error, status: 503 }) : error;
  }
  if (answer.embeddings.length !== texts.length) {
    throw new RequestFailure('Ollama answered with another number of embeddings than it was asked for');
  }
  const [text = ''] = texts;
  // Older versions cut a too-long text silently; a count at the limit (less the two special tokens) gives them away.
  if (texts.length === 1 && (answer.tokens ?? 0) >= steps.contextTokens - 2) return [await embedParts(text, steps)];
  return answer.embeddings.map(
    (values) => toUnitVector(values) ?? { reason: 'the model made no usable numbers of it' },
  );
}

async function embedHalves(texts: readonly string[], steps: EmbedSteps): Promise<(Float32Array | EmbeddingFailure)[]> {
  const middle = Math.ceil(texts.length / 2);
  const first = await embedBatch(texts.slice(0, middle), steps);
  return [...first, ...(await embedBatch(texts.slice(middle), steps))];
}

/** The mean of the embeddings of both halves, again of unit length. */
async function embedParts(text: string, steps: EmbedSteps): Promise<Float32Array | EmbeddingFailure> {
  const parts = splitText(text);
  if (parts === undefined) return { reason: 'too long for the model and not divisible' };
  const embedded: Float32Array[] = [];
  for (const part of parts) {
    const [result] = await embedBatch([part], steps);
    if (!(result instanceof Float32Array)) return result ?? { reason: 'too long for the model' };
    embedded.push(result);
  }
  return meanVector(embedded) ?? { reason: 'the model made no usable numbers of it' };
}
