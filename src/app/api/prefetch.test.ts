import { describe, expect, it, vi } from 'vitest';
import { callOf, SYSTEM_PAGES_COOKIE } from '../../contract/index.ts';
import { createApi } from './client.ts';
import {
  prefetch,
  applyPagesParameter,
  PREFETCH_CALLS,
  onPagePrefetched,
  SYSTEM_PAGES,
  takePrefetched,
  widgetTypesIn,
} from './prefetch.ts';

const me = { token: 'tok', userid: 'u1', tenant: 't1', region: 'cn' };
const answering = (body: unknown) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(new Response(JSON.stringify(body), { status: 200 }));

describe('questions sent before the code has loaded', () => {
  it('go to the addresses of the contract', () => {
    expect(PREFETCH_CALLS).toEqual(
      Object.fromEntries(Object.keys(PREFETCH_CALLS).map((id) => [id, callOf(id).path])),
    );
    expect(Object.keys(PREFETCH_CALLS).map((id) => callOf(id).method)).toEqual([
      'GET',
      'GET',
      'GET',
      'GET',
    ]);
  });
  it('answer the call that asks the same, once', async () => {
    const fetched = answering({ code: 200, data: { key: 'main.home' }, msg: '' });
    prefetch('bizmeta.page.schema', { pageKey: 'main.home' }, me);
    expect(fetched.mock.calls[0]?.[1]).toEqual({
      headers: { token: 'tok', userid: 'u1', tenant: 't1', regionId: 'cn' },
    });
    const api = createApi({
      identity: () => me,
      onSessionLost: () => undefined,
      prefetched: takePrefetched,
    });
    expect(await api.call('bizmeta.page.schema', { pageKey: 'main.home' })).toEqual({
      key: 'main.home',
    });
    expect(takePrefetched('bizmeta.page.schema', { pageKey: 'main.home' })).toBeUndefined();
    expect(fetched).toHaveBeenCalledTimes(1);
  });
  it('that failed reject where they are taken', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
    prefetch('upm.region.configInfo', {}, me);
    const api = createApi({
      identity: () => me,
      onSessionLost: () => undefined,
      prefetched: takePrefetched,
    });
    await expect(api.call('upm.region.configInfo', {})).rejects.toMatchObject({
      message: '网络不通，请检查后重试',
      code: 0,
    });
  });
  it("are for the program’s own pages while a builder repairs the company's", () => {
    expect(SYSTEM_PAGES).toBe(SYSTEM_PAGES_COOKIE);
    const set = vi.fn();
    vi.stubGlobal('document', {
      set cookie(value: string) {
        set(value);
      },
    });
    for (const search of ['?pages=system', '', '?pages=other', '?pages=own'])
      applyPagesParameter(search);
    expect(set.mock.calls.flat()).toEqual([
      `${SYSTEM_PAGES}=1; path=/; SameSite=Strict`,
      `${SYSTEM_PAGES}=; path=/; SameSite=Strict; Max-Age=0`,
    ]);
    vi.unstubAllGlobals();
  });
});

describe('pages asked for before the code has loaded', () => {
  it('are reported as they arrive, and can still be taken', async () => {
    answering({
      code: 200,
      data: { key: 'main.home', nodes: { a: { type: 'page@1' }, b: { type: 'text@1' } } },
      msg: '',
    });
    prefetch('bizmeta.page.schema', { pageKey: 'main.home' }, me);
    const heard: string[][] = [];
    onPagePrefetched((document) => heard.push(widgetTypesIn(document)));
    expect((await takePrefetched('bizmeta.page.schema', { pageKey: 'main.home' }))?.status).toBe(
      200,
    );
    expect(heard).toEqual([['page@1', 'text@1']]);
  });
  it('name their widgets once, however they are nested', () => {
    expect(
      widgetTypesIn({
        body: {
          type: 'page@1',
          slots: { default: [{ type: 'text@1' }, { type: 'text@1', props: { type: 'text' } }] },
        },
      }),
    ).toEqual(['page@1', 'text@1']);
    expect(widgetTypesIn(undefined)).toEqual([]);
  });
});
