import { afterEach, expect, it, vi } from 'vitest';
import { GivenUp, send, sendTold } from './send.ts';
import { jsonAnswer } from './answer.ts';
import type { WireRequest } from './request.ts';

afterEach(() => { vi.unstubAllGlobals(); });
const request = (over: Partial<WireRequest> = {}): WireRequest => ({ method: 'POST', url: '/a', params: {}, headers: { token: 't' }, ...over });

it('a query has what was given: nothing for what is empty, JSON for what has parts', async () => {
  const fetched = vi.fn(async () => Response.json({ code: 200 }));
  vi.stubGlobal('fetch', fetched);
  await send(request({ params: { a: 'x y', b: null, c: undefined, d: [1, 2], e: 0 } }), { origin: 'http://h', timeout: 0 }, jsonAnswer);
  expect(fetched).toHaveBeenCalledWith('http://h/a?a=x+y&d=%5B1%2C2%5D&e=0', expect.objectContaining({ method: 'POST', headers: { token: 't' }, body: undefined }));
});

it('what nobody waits for any more is not even begun', async () => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => (signal?.aborted ? Promise.reject(new DOMException('', 'AbortError')) : Promise.resolve(Response.json({}))));
  await expect(send(request(), { origin: '', timeout: 0, signal: AbortSignal.abort() }, jsonAnswer)).rejects.toThrow(GivenUp);
});

/** The browser's older way to send, as far as it is used. */
class FakeSending {
  static last: FakeSending;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 200;
  responseText = '{"code":200,"data":7}';
  readonly opened: string[] = [];
  onload = (): void => undefined;
  onabort = (): void => undefined;
  onloadend = (): void => undefined;
  constructor() { FakeSending.last = this; }
  open(...how: string[]): void { this.opened.push(...how); }
  setRequestHeader(...header: string[]): void { this.opened.push(...header); }
  getAllResponseHeaders(): string { return 'date: Sat, 21 Nov 2026 08:00:00 GMT\r\ncontent-type: application/json\r\n'; }
  send(): void { this.upload.onprogress?.({ loaded: 1, total: 4 }); }
  abort(): void { this.onabort(); this.onloadend(); }
}

it('a file tells how far it is, and its answer is read as any other', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeSending);
  const told: number[] = [];
  const answer = sendTold(request(), { origin: '', timeout: 0 }, (share) => told.push(share));
  FakeSending.last.onload();
  expect(await answer).toEqual({ status: 200, data: { code: 200, data: 7 }, headers: { date: 'Sat, 21 Nov 2026 08:00:00 GMT', 'content-type': 'application/json' } });
  expect([told, FakeSending.last.opened]).toEqual([[0.25], ['POST', '/a', 'token', 't']]);
});

it('a file that is not wanted any more stops', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeSending);
  const leave = new AbortController();
  const answer = sendTold(request(), { origin: '', timeout: 0, signal: leave.signal }, () => undefined);
  leave.abort();
  await expect(answer).rejects.toThrow(GivenUp);
});
