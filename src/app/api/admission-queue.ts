import { CanceledError } from 'axios';
import { TICKET_HEADER, type ErrorData } from '../../contract/index.ts';
import {
  isQueued,
  type AdmissionOptions,
  type QueueableResponse,
  type SendRequest,
} from './admission.ts';

/** Used when the server sends no Retry-After: seconds. */
const DEFAULT_RETRY_S = 5;
/** Random extra share of the wait, so that clients queued together do not return together. */
const JITTER = 0.1;

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

/** Repeats a request that was answered QUEUED until it is let in. */
export async function waitInQueue<A extends QueueableResponse>(
  queued: A,
  ask: SendRequest<A>,
  { signal, onQueued }: AdmissionOptions,
): Promise<A> {
  let answer = queued;
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
