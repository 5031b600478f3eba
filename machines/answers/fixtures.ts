interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** What waited for an answer has gone on with it. */
const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

/** Services whose answers a test gives when it likes, by name. */
export function pendingAnswers() {
  const pending = new Map<string, Waiting>();
  const settle = async (name: string, how: keyof Waiting, value: unknown): Promise<void> => {
    const waiting = pending.get(name);
    if (!waiting) throw new Error(`nothing waits for ${name}`);
    pending.delete(name);
    waiting[how](value);
    await settled();
  };
  return {
    wait: <T>(name: string): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        pending.set(name, { resolve: resolve as (value: unknown) => void, reject });
      }),
    answers: (name: string, value?: unknown) => settle(name, 'resolve', value),
    fails: (name: string, error: unknown) => settle(name, 'reject', error),
  };
}
