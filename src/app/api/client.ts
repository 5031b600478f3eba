import axios, {
  AxiosError,
  isAxiosError,
  isCancel,
  type AxiosInstance,
  type AxiosRequestConfig,
  type AxiosResponse,
} from 'axios';
import {
  CANCELLED,
  findCall,
  OK,
  REQUEST_TIMEOUT_MS,
  type AttachmentRef,
  type Call,
  type CallId,
  type DataOf,
  type InputOf,
} from '../../contract/index.ts';
import type { PrefetchedResponse } from './prefetch.ts';
import {
  ApiFailure,
  failureOf,
  isSessionLost,
  sessionLossOf,
  NETWORK_MESSAGE,
  ownFailure,
  TIMEOUT_MESSAGE,
  type SessionLoss,
} from './failure.ts';
import {
  buildRequest,
  formEncode,
  identityHeaders,
  type Identity,
  type WireRequest,
} from './request.ts';
import { callWhenAdmitted, type Queued } from './admission.ts';

export interface ApiOptions {
  /** The session to speak for; null before sign-in. */
  identity(): Identity | null;
  /**
   * The server does not take the session (any more), or there is none for a call that needs one.
   */
  onSessionLost(how: SessionLoss): void;
  /** The session's rights do not reach a call. */
  onForbidden?(): void;
  /** The session no longer views as another person. */
  onViewingOver?(): void;
  /** The date header of an answer. */
  onServerDate?(date: Date): void;
  /** A call waits in the admission queue; null when the wait ends. */
  onQueue?(queued: Queued | null): void;
  /** The answer to a call that was sent before this code had loaded, taken once. */
  prefetched?(id: string, input: Record<string, unknown>): Promise<PrefetchedResponse> | undefined;
  /** Milliseconds; REQUEST_TIMEOUT_MS unless given. */
  timeout?: number;
  http?: AxiosInstance;
}

interface CallOptions {
  signal?: AbortSignal;
}

/** Another call than the ordinary one that takes the file, with its query. */
interface UploadTo {
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
}

export interface Api {
  /** Makes a call of the contract; answers its data, rejects with an ApiFailure. Shows nothing. */
  call<I extends CallId>(id: I, input: InputOf<I>, options?: CallOptions): Promise<DataOf<I>>;
  /**
   * The same for an id that is data: a page's source. A RangeError for an id that does not exist.
   */
  callById(id: string, input: Record<string, unknown>, options?: CallOptions): Promise<unknown>;
  /**
   * Sends one file as multipart; `onProgress` gets 0 to 1. Uploads have no time limit, as their
   * size decides.
   */
  upload(
    file: File,
    onProgress?: (share: number) => void,
    signal?: AbortSignal,
    to?: UploadTo,
  ): Promise<AttachmentRef>;
  /** The bytes of a call that answers raw. A RangeError for an id that does not exist. */
  bytes(id: string, input: Record<string, unknown>, options?: CallOptions): Promise<Blob>;
}

/**
 * Reads a body that came as bytes: an envelope in it is an error, or an answer that was expected to
 * be JSON.
 */
async function decodeBody(body: unknown): Promise<unknown> {
  if (!(body instanceof Blob)) return body;
  try {
    return JSON.parse(await body.text()) as unknown;
  } catch {
    return undefined;
  }
}

/** What axios calls a request that took longer than it may. */
const LATE: ReadonlySet<string> = new Set([AxiosError.ECONNABORTED, AxiosError.ETIMEDOUT]);

/** What axios threw before an answer came: given up, too late, or the network. */
function transportFailure(error: unknown): ApiFailure {
  if (isCancel(error))
    return new ApiFailure({ message: '已取消', code: 0, reason: CANCELLED, shown: true });
  const late = isAxiosError(error) && LATE.has(error.code ?? '');
  return new ApiFailure({ message: late ? TIMEOUT_MESSAGE : NETWORK_MESSAGE, code: 0 });
}

const isEnvelope = (body: unknown): body is { code: number; data: unknown } =>
  typeof (body as { code?: unknown } | null)?.code === 'number';

/** Throws a RangeError for an id that does not exist. */
async function callFor(id: string): Promise<Call> {
  const call = await findCall(id).catch((error: unknown) => {
    throw transportFailure(error);
  });
  if (!call) throw new RangeError(`no call "${id}"`);
  return call;
}

/** Fetches what sending the calls of a page document needs, before the page makes them. */
export function preloadCalls(document: unknown): void {
  for (const [, id] of JSON.stringify(document).matchAll(/"(?:call|id)":"(\w+(?:\.\w+){2,})"/g))
    findCall(id!).catch(() => undefined); // the call itself reports it
}

/** What reading a response needs, from axios or from the prefetch. */
type ResponseParts = Pick<AxiosResponse, 'status' | 'data' | 'headers'>;

function unwrap(response: ResponseParts): unknown {
  const body: unknown = response.data;
  if (response.status < 400 && isEnvelope(body) && body.code === OK) return body.data;
  throw failureOf(response.status, body);
}

/** A binary answer is a file, unless it is JSON that says what went wrong. */
async function unwrapBytes(response: AxiosResponse<Blob>): Promise<Blob> {
  const isJson = String(response.headers['content-type'] ?? '').includes('json');
  if (response.status < 400 && !isJson) return response.data;
  const body = await decodeBody(response.data);
  if (response.status < 400 && (!isEnvelope(body) || body.code === OK)) return response.data;
  throw failureOf(response.status, body, true);
}

/** Lets the session know of a refusal that is about it, and not about the call alone. */
function reportRefusal(failure: ApiFailure, { onForbidden, onViewingOver }: ApiOptions): void {
  if (failure.reason === 'FORBIDDEN') onForbidden?.();
  if (failure.reason !== 'VIEWING_OVER') return;
  failure.shown = true; // the session says it, once
  onViewingOver?.();
}

type Exchange = <T, Answer extends ResponseParts>(
  call: Call,
  send: () => Promise<Answer>,
  read: (response: Answer) => T | Promise<T>,
) => Promise<T>;

/** Everything between a request and its answer that all kinds of call share. */
function exchangeOf(options: ApiOptions): Exchange {
  const { identity, onSessionLost, onServerDate } = options;
  const endSession = (failure: ApiFailure): ApiFailure => {
    failure.shown = true; // the login page is what the person sees of it
    onSessionLost(sessionLossOf(failure));
    return failure;
  };
  return async (call, send, read) => {
    if (call.access !== 'anonymous' && !identity()?.token)
      throw endSession(ownFailure('TOKEN_MISSING'));
    try {
      const response = await send().catch((error: unknown) => {
        throw transportFailure(error);
      });
      reportServerDate(response, onServerDate);
      return await read(response);
    } catch (error) {
      if (error instanceof ApiFailure && !error.shown && isSessionLost(error))
        throw endSession(error);
      if (error instanceof ApiFailure) reportRefusal(error, options);
      throw error;
    }
  };
}

/** Sends what answers JSON once the queue admits it, each time with the identity of the moment. */
const sendAdmitted = (
  http: AxiosInstance,
  request: () => WireRequest,
  signal: AbortSignal | undefined,
  onQueued: ApiOptions['onQueue'],
): Promise<ResponseParts> =>
  callWhenAdmitted(
    (ticket, until) => {
      const { headers, ...asked } = request();
      return http.request({
        ...asked,
        headers: { ...headers, ...ticket },
        signal: until,
        responseType: 'json',
      });
    },
    { signal, onQueued },
  );

/** A file as multipart; uploads have no time limit. */
function multipart(file: File, onProgress?: (share: number) => void): AxiosRequestConfig {
  const data = new FormData();
  data.append('file', file, file.name);
  return {
    data,
    timeout: 0,
    onUploadProgress: ({ loaded, total }) => onProgress?.(total ? loaded / total : 0),
  };
}

/** The only HTTP of the application. */
export function createApi(options: ApiOptions): Api {
  const { identity, onQueue, timeout = REQUEST_TIMEOUT_MS } = options;
  const http =
    options.http ??
    axios.create({
      timeout,
      validateStatus: () => true,
      paramsSerializer: { serialize: (params) => formEncode(params).toString() },
    });
  const exchange = exchangeOf(options);
  const request = (call: Call, input: Record<string, unknown>): WireRequest =>
    buildRequest(call, input, identity(), Date.now());
  const callById: Api['callById'] = async (id, input, { signal } = {}) => {
    const call = await callFor(id);
    const send = (): Promise<ResponseParts> =>
      options.prefetched?.(id, input) ??
      sendAdmitted(http, () => request(call, input), signal, onQueue);
    return exchange(call, send, unwrap);
  };
  return {
    callById,
    call: async (id, input, given) =>
      (await callById(id, input as Record<string, unknown>, given)) as DataOf<typeof id>,
    async upload(file, onProgress, signal, to) {
      const call = await callFor(to?.id ?? 'storage.attachment.upload');
      if (call.bodyKind !== 'multipart')
        throw ownFailure('CALL_KIND', false, { id: call.id, why: '它不接收文件' });
      const asked = {
        method: call.method,
        url: call.path,
        ...(to && { params: to.query }),
        headers: identityHeaders(identity()),
        signal,
        ...multipart(file, onProgress),
      };
      return (await exchange(call, () => http.request(asked), unwrap)) as AttachmentRef;
    },
    async bytes(id, input, { signal } = {}) {
      const call = await callFor(id);
      if (call.answer !== 'raw')
        throw ownFailure('CALL_KIND', false, { id, why: '它给出的不是文件' });
      const send = () =>
        http.request<Blob>({ ...request(call, input), signal, responseType: 'blob' });
      return exchange(call, send, unwrapBytes);
    },
  };
}

function reportServerDate(response: ResponseParts, hear: ApiOptions['onServerDate']): void {
  const header: unknown = response.headers.date;
  const date = typeof header === 'string' ? new Date(header) : null;
  if (hear && date && !Number.isNaN(date.getTime())) hear(date);
}
