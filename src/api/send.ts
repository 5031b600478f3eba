import { jsonAnswer, type Answer } from './answer.ts';
import type { WireRequest } from './request.ts';

/** How a request is sent: where to, for how long it is waited (milliseconds, 0 without end), who may give it up. */
export interface Sending { readonly origin: string; readonly timeout: number; readonly signal?: AbortSignal | undefined }

/** Nobody waits for the answer any more: the caller said so. */
export class GivenUp extends Error {
  override name = 'GivenUp';
}

/** The query of a request; what is empty is left out, as it would arrive as the words null and undefined. */
function addressOf({ url, params }: WireRequest, origin: string): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null) query.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const text = query.toString();
  return `${origin}${url}${text && `?${text}`}`;
}

const bodyOf = (data: unknown): BodyInit | undefined => (data === undefined || data instanceof URLSearchParams || data instanceof FormData ? data : JSON.stringify(data));

/** Sends a request and reads its answer; rejects when none came in time or at all, and with GivenUp when the caller gave up. */
export async function send<A>(request: WireRequest, { origin, timeout, signal }: Sending, read: (response: Response) => Promise<A>): Promise<A> {
  const end = new AbortController();
  const giveUp = (): void => end.abort();
  const timer = timeout > 0 ? setTimeout(giveUp, timeout) : undefined;
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  try {
    return await read(await fetch(addressOf(request, origin), { method: request.method, headers: request.headers, body: bodyOf(request.data), signal: end.signal }));
  } catch (error) {
    throw signal?.aborted ? new GivenUp() : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

const headersOf = (sent: XMLHttpRequest): Headers =>
  new Headers(sent.getAllResponseHeaders().trim().split('\r\n').filter(Boolean).map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));

/** The same for a file on its way up: `onProgress` hears 0 to 1, which no browser's fetch can tell. */
export function sendTold(request: WireRequest, { origin, signal }: Sending, onProgress: (share: number) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open(request.method, addressOf(request, origin));
    for (const [name, value] of Object.entries(request.headers)) sending.setRequestHeader(name, value);
    const giveUp = (): void => sending.abort();
    signal?.addEventListener('abort', giveUp);
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    sending.onload = () => resolve(jsonAnswer(new Response(sending.responseText || null, { status: sending.status, headers: headersOf(sending) })));
    sending.onerror = () => reject(new TypeError('no answer'));
    sending.onabort = () => reject(new GivenUp());
    sending.onloadend = () => signal?.removeEventListener('abort', giveUp);
    sending.send(request.data as FormData);
    if (signal?.aborted) giveUp();
  });
}
