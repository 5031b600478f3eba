import { CanceledError, type AxiosResponse } from 'axios';
import { TICKET_HEADER, type ErrorData } from '../../contract/index.ts';

/** A call that waits for its turn at the server: how many come first, and how to give up. */
export interface Queued {
  readonly ahead: number;
  cancel(): void;
}

export interface TurnOptions {
  signal?: AbortSignal | undefined;
  /**
   * Told with every answer that others come first, and with null when the waiting is over, however
   * it ended.
   */
  tell?(queued: Queued | null): void;
}

type Answer = Pick<AxiosResponse, 'status' | 'data' | 'headers'>;
type Ask<A> = (ticket: Record<string, string>, signal: AbortSignal | undefined) => Promise<A>;

/** Without a word of the server's: seconds. */
const USUAL_S = 5;
/** Those who were told the same do not come at the same moment. */
const SPREAD = 0.1;

const isQueued = ({ status, data }: Answer): boolean =>
  status === 429 && (data as { data?: Partial<ErrorData> } | null)?.data?.reason === 'QUEUED';
const aheadIn = ({ data }: Answer): number =>
  Number((data as { data: ErrorData }).data.params?.ahead ?? 0);

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const given = (): void => {
      clearTimeout(timer);
      reject(new CanceledError());
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', given);
        resolve();
      },
      seconds * 1_000 * (1 + Math.random() * SPREAD),
    );
    if (signal.aborted) given();
    else signal.addEventListener('abort', given, { once: true });
  });
}

/**
 * Asks, and comes again as often as the server says that others come first (QUEUED: nothing was
 * done), with the ticket that keeps the place. Rejects as a cancelled request does when the caller
 * or the person gives up.
 */
export async function inTurn<A extends Answer>(
  ask: Ask<A>,
  { signal, tell }: TurnOptions,
): Promise<A> {
  let answer = await ask({}, signal);
  if (!isQueued(answer)) return answer;
  const own = new AbortController();
  const cancel = (): void => own.abort();
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    while (isQueued(answer)) {
      tell?.({ ahead: aheadIn(answer), cancel });
      const ticket: unknown = answer.headers[TICKET_HEADER];
      await pause(Number(answer.headers['retry-after']) || USUAL_S, own.signal);
      answer = await ask(typeof ticket === 'string' ? { [TICKET_HEADER]: ticket } : {}, own.signal);
    }
    return answer;
  } finally {
    signal?.removeEventListener('abort', cancel);
    tell?.(null);
  }
}
