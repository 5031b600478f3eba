/**
 * One delivery may take so long in all, well within the lease of its row: a server that sends a
 * byte now and then never runs into the limits of a connection, and would keep all that wait behind
 * it.
 */
const SEND_MS = 60_000;

/** Milliseconds a delivery may take; SEND_MS when left out. */
export interface TimeLimited {
  readonly sendMs?: number;
}

/**
 * What `send` returns, or an error when it takes too long; then its signal makes it release what it
 * holds.
 */
export async function withTimeLimit<T>(
  { sendMs = SEND_MS }: TimeLimited,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`没有在 ${Math.ceil(sendMs / 1_000)} 秒内完成`));
      stop.abort();
    }, sendMs);
  });
  try {
    return await Promise.race([send(stop.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
