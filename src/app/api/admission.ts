import { CanceledError, type AxiosResponse } from 'axios';
import { TICKET_HEADER, type ErrorData } from '../../contract/index.ts';

/** A call waiting in the server's admission queue: how many come first, and how to give up. */
export interface Queued {
  readonly ahead: number;
  cancel(): void;
}

export interface AdmissionOptions {
  signal?: AbortSignal | undefined;
  /** Called with every QUEUED response, and with null when the waiting ends for any reason. */
  onQueued?(queued: Queued | null): void;
}

type QueueableResponse = Pick<AxiosResponse, 'status' | 'data' | 'headers'>;
type SendRequest<A> = (
  ticket: Record<string, string>,
  signal: AbortSignal | undefined,
) => Promise<A>;

/** Used when the server sends no Retry-After: seconds. */
const DEFAULT_RETRY_S = 5;
/** Random extra share of the wait, so that clients queued together do not return together. */
const JITTER = 0.1;

const isQueued = ({ status, data }: QueueableResponse): boolean =>
  status === 429 && (data as { data?: Partial<ErrorData> } | null)?.data?.reason === 'QUEUED';
const aheadIn = ({ data }: QueueableResponse): number =>
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
      seconds * 1_000 * (1 + Math.random() * JITTER),
    );
    if (signal.aborted) given();
    else signal.addEventListener('abort', given, { once: true });
  });
}

/** Headers that keep the caller's place in the queue. */
const placeIn = (ticket: unknown): Record<string, string> =>
  typeof ticket === 'string' ? { [TICKET_HEADER]: ticket } : {};

/**
 * Sends a request and repeats it as long as the server answers QUEUED (nothing was done), with the
 * ticket that holds the position. Rejects like a cancelled request when the caller or the user
 * gives up.
 */
export async function callWhenAdmitted<A extends QueueableResponse>(
  ask: SendRequest<A>,
  { signal, onQueued }: AdmissionOptions,
): Promise<A> {
  let answer = await ask({}, signal);
  if (!isQueued(answer)) return answer;
  const own = new AbortController();
  const cancel = (): void => own.abort();
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    while (isQueued(answer)) {
      onQueued?.({ ahead: aheadIn(answer), cancel });
      const { headers } = answer;
      await pause(Number(headers['retry-after']) || DEFAULT_RETRY_S, own.signal);
      answer = await ask(placeIn(headers[TICKET_HEADER]), own.signal);
    }
    return answer;
  } finally {
    signal?.removeEventListener('abort', cancel);
    onQueued?.(null);
  }
}
