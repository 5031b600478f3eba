import type { AxiosResponse } from 'axios';
import type { ErrorData } from '../../contract/index.ts';

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

export type QueueableResponse = Pick<AxiosResponse, 'status' | 'data' | 'headers'>;
export type SendRequest<A> = (
  ticket: Record<string, string>,
  signal: AbortSignal | undefined,
) => Promise<A>;

export const isQueued = ({ status, data }: QueueableResponse): boolean =>
  status === 429 && (data as { data?: Partial<ErrorData> } | null)?.data?.reason === 'QUEUED';

/**
 * Sends a request and repeats it as long as the server answers QUEUED (nothing was done), with the
 * ticket that holds the position. Rejects like a cancelled request when the caller or the user
 * gives up.
 */
export async function callWhenAdmitted<A extends QueueableResponse>(
  ask: SendRequest<A>,
  options: AdmissionOptions,
): Promise<A> {
  const answer = await ask({}, options.signal);
  if (!isQueued(answer)) return answer;
  // Few calls ever wait: the first screen does not.
  const { waitInQueue } = await import('./admission-queue.ts');
  return waitInQueue(answer, ask, options);
}
