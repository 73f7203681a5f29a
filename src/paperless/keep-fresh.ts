/** Answers by key, each kept for a while. */
export interface FreshAnswers<K, V> {
  /** One that was asked for less than `ttlMs` ago, else a new one. Simultaneous callers share one load. */
  read(key: K): Promise<V>;
  /** Keeps what `load` gives, as read now. When it fails, nothing is kept any more. */
  renew(key: K, load: () => Promise<V>): Promise<V>;
}

export interface FreshOptions {
  readonly ttlMs: number;
  /** Milliseconds since 1970: a clock that goes on while the machine sleeps. */
  readonly now: () => number;
  /** Keys that are kept at most; the oldest go first. */
  readonly most: number;
}

/**
 * Keeps what `load` gives for `ttlMs` from the moment it was asked for. Nothing older is ever given, and failures aren't
 * kept. `load` takes no signal, because one caller who goes must not take the answer away from the others.
 */
export function keepFresh<K, V>(load: (key: K) => Promise<V>, options: FreshOptions): FreshAnswers<K, V> {
  const { ttlMs, now, most } = options;
  const kept = new Map<K, { readonly value: V; readonly sinceMs: number }>();
  const loading = new Map<K, Promise<V>>();

  const renew = async (key: K, loadNow: () => Promise<V>): Promise<V> => {
    const sinceMs = now();
    try {
      const value = await loadNow();
      // A slower load that began earlier must not replace what is known since.
      if ((kept.get(key)?.sinceMs ?? sinceMs) <= sinceMs) {
        kept.delete(key);
        kept.set(key, { value, sinceMs });
      }
      for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest);
      return value;
    } catch (error) {
      kept.delete(key);
      throw error;
    }
  };

  return {
    async read(key) {
      const known = kept.get(key);
      const ageMs = known === undefined ? Number.POSITIVE_INFINITY : now() - known.sinceMs;
      // A clock that was set back makes no old answer young again.
      if (known !== undefined && ageMs >= 0 && ageMs < ttlMs) return known.value;
      const running = loading.get(key) ?? renew(key, () => load(key)).finally(() => loading.delete(key));
      loading.set(key, running);
      return running;
    },
    renew,
  };
}
