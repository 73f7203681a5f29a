/** Where something goes wrong: calls of wrapped ports are counted, and chosen ones fail or have side effects. */
export interface Faults {
  /** The same object with its methods counted, those of the readers and writers it hands out included. */
  wrap<T extends object>(target: T): T;
  /** Runs `action` before the `nth` call of `method` from now on (1 = the next): throw in it to make the call fail. */
  onCall(method: string, nth: number, action: () => void): void;
  /** Forgets all actions. */
  disarm(): void;
}

export function createFaults(): Faults {
  const calls = new Map<string, number>();
  const actions = new Map<string, () => void>();
  const enter = (method: string) => {
    const count = (calls.get(method) ?? 0) + 1;
    calls.set(method, count);
    const key = `${method} ${count}`;
    const action = actions.get(key);
    actions.delete(key);
    action?.();
  };
  const wrap = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_target, name) {
        const value = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        const method = String(name);
        const call = (...args: unknown[]) => {
          enter(method);
          return value.apply(target, args);
        };
        // A stream is handed on as it is; everything else is a promise.
        if (method === 'documents') return call;
        return async (...args: unknown[]) => {
          const result = await call(...args);
          return (method === 'writer' || method === 'reader') && result !== undefined ? wrap(result) : result;
        };
      },
    });
  return {
    wrap,
    onCall: (method, nth, action) => void actions.set(`${method} ${(calls.get(method) ?? 0) + nth}`, action),
    disarm: () => actions.clear(),
  };
}
