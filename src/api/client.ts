import { callOf, CANCELLED, OK, REQUEST_TIMEOUT_MS, type AttachmentRef, type Call, type CallId, type DataOf, type InputOf } from '../../contract/index.ts';
import { bytesAnswer, jsonAnswer, type Answer } from './answer.ts';
import { ApiFailure, DEFAULT_MESSAGE, failureOf, isSessionLost, ownFailure } from './failure.ts';
import { buildRequest, identityHeaders, type Identity, type WireRequest } from './request.ts';
import { GivenUp, send, sendTold } from './send.ts';
import { inTurn, type Queued } from './turn.ts';

export interface ApiOptions {
  /** The session to speak for; null before sign-in. */
  identity(): Identity | null;
  /** The server does not take the session (any more), or there is none for a call that needs one. */
  onSessionLost(): void;
  /** The date header of an answer. */
  onServerDate?(date: Date): void;
  /** A call waits for its turn at the server, or waits no more. */
  onQueue?(queued: Queued | null): void;
  /** The answer to a call that was sent before this code had loaded, taken once. */
  early?(id: string, input: Record<string, unknown>): Promise<Answer> | undefined;
  /** Milliseconds; REQUEST_TIMEOUT_MS unless given. */
  timeout?: number;
  /** Where the server is (http://host:port); this page's own unless given. */
  origin?: string;
}

export interface CallOptions { signal?: AbortSignal }

/** Another call than the ordinary one that takes the file, with its query. */
export interface UploadTo { readonly id: CallId; readonly query: Readonly<Record<string, string>> }

export interface Api {
  /** Makes a call of the contract; answers its data, rejects with an ApiFailure. Shows nothing. */
  call<I extends CallId>(id: I, input: InputOf<I>, options?: CallOptions): Promise<DataOf<I>>;
  /** The same for an id that is data: a page's source. A RangeError for an id that does not exist. */
  callById(id: string, input: Record<string, unknown>, options?: CallOptions): Promise<unknown>;
  /** Sends one file as multipart; `onProgress` hears 0 to 1. An upload has no time limit: its size decides. */
  upload(file: File, onProgress?: (share: number) => void, signal?: AbortSignal, to?: UploadTo): Promise<AttachmentRef>;
  /** The bytes of a call that answers raw. */
  bytes(id: CallId, input: Record<string, unknown>, options?: CallOptions): Promise<Blob>;
}

/** Reads a body that came as bytes: an envelope in it is an error, or an answer that was expected to be JSON. */
async function decoded(body: unknown): Promise<unknown> {
  if (!(body instanceof Blob)) return body;
  try {
    return JSON.parse(await body.text()) as unknown;
  } catch {
    return undefined;
  }
}

/** What was thrown before an answer came: given up, or the network. */
function transportFailure(error: unknown): ApiFailure {
  if (error instanceof GivenUp) return new ApiFailure({ message: '已取消', code: 0, reason: CANCELLED, shown: true });
  return new ApiFailure({ message: DEFAULT_MESSAGE, code: 0, reason: undefined });
}

const isEnvelope = (body: unknown): body is { code: number; data: unknown } => typeof (body as { code?: unknown } | null)?.code === 'number';

function unwrap(response: Answer): unknown {
  const body: unknown = response.data;
  if (response.status < 400 && isEnvelope(body) && body.code === OK) return body.data;
  throw failureOf(response.status, body);
}

/** A binary answer is a file, unless it is JSON that says what went wrong. */
async function unwrapBytes(response: Answer<Blob>): Promise<Blob> {
  const isJson = response.headers['content-type']?.includes('json');
  if (response.status < 400 && !isJson) return response.data;
  const body = await decoded(response.data);
  if (response.status < 400 && (!isEnvelope(body) || body.code === OK)) return response.data;
  throw failureOf(response.status, body, true);
}

/** The only HTTP of the application. */
export function createApi(options: ApiOptions): Api {
  const { origin = '', timeout = REQUEST_TIMEOUT_MS } = options;

  function lose(failure: ApiFailure): ApiFailure {
    failure.shown = true; // the login page is what the person sees of it
    options.onSessionLost();
    return failure;
  }

  /** Everything between a request and its answer that all kinds of call share. */
  async function exchange<T, A extends Answer>(call: Call, sent: () => Promise<A>, read: (response: A) => T | Promise<T>): Promise<T> {
    if (call.access !== 'anonymous' && !options.identity()?.token) throw lose(ownFailure('TOKEN_MISSING'));
    try {
      const response = await sent().catch((error: unknown) => { throw transportFailure(error); });
      hearDate(response, options.onServerDate);
      return await read(response);
    } catch (error) {
      if (error instanceof ApiFailure && !error.shown && isSessionLost(error)) throw lose(error);
      throw error;
    }
  }

  const request = (call: Call, input: Record<string, unknown>): WireRequest => buildRequest(call, input, options.identity(), Date.now());
  const callById: Api['callById'] = (id, input, { signal } = {}) => {
    const call = callOf(id);
    const sent = async (): Promise<Answer> => options.early?.(id, input) ?? inTurn((ticket, until) => {
      const { headers, ...asked } = request(call, input);
      return send({ ...asked, headers: { ...headers, ...ticket } }, { origin, timeout, signal: until }, jsonAnswer);
    }, { signal, tell: options.onQueue });
    return exchange(call, sent, unwrap);
  };

  return {
    callById: async (id, input, given) => callById(id, input, given),
    call: async (id, input, given) => (await callById(id, input as Record<string, unknown>, given)) as DataOf<typeof id>,
    async upload(file, onProgress, signal, to) {
      const call = callOf(to?.id ?? 'storage.attachment.upload');
      const data = new FormData();
      data.append('file', file, file.name);
      const upload: WireRequest = { method: call.method, url: call.path, params: to?.query ?? {}, data, headers: identityHeaders(options.identity()) };
      const sending = { origin, timeout: 0, signal };
      return (await exchange(call, () => (onProgress ? sendTold(upload, sending, onProgress) : send(upload, sending, jsonAnswer)), unwrap)) as AttachmentRef;
    },
    async bytes(id, input, { signal } = {}) {
      const call = callOf(id);
      return exchange(call, async () => send(request(call, input), { origin, timeout, signal }, bytesAnswer), unwrapBytes);
    },
  };
}

function hearDate(response: Answer, hear: ApiOptions['onServerDate']): void {
  const date = response.headers.date ? new Date(response.headers.date) : null;
  if (hear && date && !Number.isNaN(date.getTime())) hear(date);
}
