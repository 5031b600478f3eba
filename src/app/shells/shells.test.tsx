// @vitest-environment jsdom
// Node resolves Arco to its CommonJS half, so the adapter of that half is the one to load.
import '@arco-design/web-react/lib/_util/react-19-adapter';
import axios, { type InternalAxiosRequestConfig } from 'axios';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Modal } from '@arco-design/web-react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { actions } from '../../runtime/actions/index.ts';
import { createRegistry } from '../../view/index.ts';
import { flatten, type NestedNode, type PageDocument } from '../../page/index.ts';
import { widgets } from '../../../renderers/index.ts';
import { Application } from '../application/application.ts';
import { syncNavigationStore } from '../entries/start.tsx';
import type { RouteLine } from '../routing/routes.ts';
import { ApplicationContext } from './context.ts';
import { SessionGuard } from './SessionGuard.tsx';
import { createRouter, RouterView, type Router } from './router.tsx';

const page = (
  key: string,
  title: PageDocument['title'],
  body: NestedNode,
  rest: Partial<PageDocument> = {},
): PageDocument => flatten({ spec: 'page/1', key, rev: 1, title, body, ...rest });
const heading = (text: string): NestedNode => ({
  type: 'text@1',
  props: { text, kind: 'title', as: 'h1' },
});
const goes = (text: string, to: string): NestedNode => ({
  type: 'button@1',
  props: { text },
  on: { click: [{ do: 'navigate', args: { to } }] },
});

const opens = (text: string, target: string, value: string | boolean): NestedNode => ({
  type: 'button@1',
  props: { text },
  on: { click: [{ do: 'set', args: { target, value } }] },
});
const drawer = (title: string, bind: string, body: NestedNode[]): NestedNode => ({
  type: 'drawer@1',
  bind,
  props: { title },
  slots: { body },
});
let documents: Record<string, PageDocument>;
const lines: RouteLine[] = [
  { path: '/', redirect: '/one' },
  { path: '/one', page: 'one', shell: 'shell' },
  { path: '/two/:id', page: 'two', shell: 'shell' },
  { path: '/builders', page: 'one', shell: 'shell', access: 'builder' },
  { path: '/lost', page: 'nosuchpage', shell: 'shell' },
  { path: '/around', page: 'around', shell: 'shell' },
  { path: '/kept', page: 'kept', shell: 'shell' },
  { path: '/over', page: 'over', shell: 'shell' },
  { path: '/first', page: 'error.notFound', shell: 'shell', first: ['/builders', '/two/7'] },
  { path: '/none', page: 'two', shell: 'shell', first: ['/builders'] },
];
const profile = {
  user: {
    id: 'u1',
    realName: '林晓',
    name: 'user',
    headImgUrl: '',
    hasPwd: true,
    orgId: 't1',
    isSuper: 0,
  },
  isBuilder: 0,
  functions: [],
  roleList: [],
  org: { id: 't1', name: '云帆' },
  deptList: [],
  regionCode: 'cn',
  tenantId: 't1',
  inviteLink: '',
  inviteStatus: 0,
  domain: '',
  domainStatus: 0,
};
let down = false;

/** A server that answers what the documents above say. */
async function answer(config: InternalAxiosRequestConfig) {
  const path = config.url ?? '';
  const key = /page\/(.+)\/schema/.exec(path)?.[1];
  const known: unknown = key
    ? documents[key] && { origin: 'program', allows: [], document: documents[key] }
    : path.endsWith('summary')
      ? profile
      : path.endsWith('getUserRegions')
        ? []
        : { versionPackage: { versionType: 'std', name: '' } };
  if (down) throw new Error('offline');
  const data =
    known === undefined
      ? { code: 404, data: { reason: 'PAGE_UNKNOWN' }, msg: '没有' }
      : { code: 200, data: known, msg: '' };
  return { data, status: data.code, statusText: '', headers: {}, config };
}

const toLogin = vi.fn();
/** Disposed after each test: a router left behind answers the history of the next. */
const routers: Router[] = [];
function open(path: string) {
  window.history.replaceState(null, '', path);
  const router = createRouter('history', lines);
  routers.push(router);
  const application = new Application({
    registry: createRegistry(widgets, actions),
    session: { host: 'localhost' },
    goToLogin: toLogin,
    enter: () => undefined,
    router: {
      to: (to, options) => {
        router.navigate(to, options);
      },
      back: () => undefined,
      href: (path) => path,
    },
  });
  syncNavigationStore(router, application);
  application.session.start();
  render(
    <ApplicationContext value={application}>
      <SessionGuard open={false}>
        <RouterView router={router} />
      </SessionGuard>
    </ApplicationContext>,
  );
  return { application, router };
}

beforeEach(() => {
  down = false;
  axios.defaults.adapter = answer;
  for (const [key, value] of Object.entries({
    token: 'tok',
    userid: 'u1',
    tenant: 't1',
    region: 'cn',
  }))
    localStorage.setItem(`login-${key}`, value);
  documents = {
    shell: page(
      'shell',
      '外框',
      {
        type: 'stack@1',
        slots: {
          default: [
            { type: 'input@1', bind: 'state.search', props: { label: '搜索' } },
            goes('去二', '/two/7?tab=a'),
            goes('回一', '/one'),
            { type: 'outlet@1' },
          ],
        },
      },
      { state: { search: { type: 'text', init: '' } } },
    ),
    one: page(
      'one',
      '第一页',
      {
        type: 'stack@1',
        slots: { default: [heading('第一页'), { type: 'field@1', bind: 'f.name' }] },
      },
      {
        forms: {
          f: {
            init: { name: '' },
            schema: { type: 'object', properties: { name: { type: 'string', title: '名称' } } },
          },
        },
      },
    ),
    two: page('two', { $t: '第二页 {params.id} {params.tab}' }, heading('第二页'), {
      params: { id: { type: 'text' }, tab: { type: 'text' } },
    }),
    kept: page(
      'kept',
      '名单',
      {
        type: 'stack@1',
        slots: {
          default: [
            heading('名单'),
            { type: 'input@1', bind: 'state.words', props: { label: '找' } },
            { type: 'text@1', props: { text: { $t: '第 {state.current} 页，{state.words}' } } },
            goes('只看停用', '/kept?words=停用&current=3'),
            goes('这一页', '/kept'),
          ],
        },
      },
      {
        state: {
          words: { type: 'text', init: '', remember: 'address' },
          current: { type: 'number', init: 1, remember: 'address' },
          open: { type: 'boolean', init: false },
        },
      },
    ),
    over: page(
      'over',
      '台账',
      {
        type: 'stack@1',
        slots: {
          default: [
            heading('台账'),
            opens('打开记录', 'state.record', 'r1'),
            drawer('记录', 'state.record', [
              opens('写备注', 'state.note', true),
              opens('下一条', 'state.record', 'r2'),
              { type: 'pageEmbed@1', props: { pageKey: 'one' } },
            ]),
            drawer('备注', 'state.note', [{ type: 'text@1', props: { text: '备注的内容' } }]),
          ],
        },
      },
      {
        state: {
          record: { type: 'text', remember: 'history' },
          note: { type: 'boolean', init: false },
        },
      },
    ),
    'error.notFound': page('error.notFound', '页面不存在', heading('页面在途中走丢了')),
    'error.forbidden': page('error.forbidden', '没有权限', heading('没有访问此处的权限')),
  };
});
afterEach(async () => {
  for (const router of routers.splice(0)) router.dispose();
  cleanup();
  localStorage.clear();
  toLogin.mockClear();
  // Questions are drawn outside of the page: one that is still closing is no part of the next test.
  Modal.destroyAll();
  await waitFor(() => expect(document.querySelector('.arco-modal')).toBeNull());
});

describe('moving between pages', () => {
  it('the shell stays, with what was typed into it, while the page inside changes', async () => {
    open('/');
    await screen.findByRole('heading', { name: '第一页' });
    await userEvent.type(screen.getByLabelText('搜索'), '客户');
    await userEvent.click(screen.getByRole('button', { name: '去二' }));
    await screen.findByRole('heading', { name: '第二页' });
    expect(screen.getByLabelText('搜索')).toHaveProperty('value', '客户');
    expect(screen.queryByRole('heading', { name: '第一页' })).toBeNull();
  });
  it('the window is titled after the page, with the parameters of its address', async () => {
    open('/two/7?tab=a');
    await waitFor(() => expect(document.title).toBe('第二页 7 a · 活字'));
  });
  it('the focus goes to the heading of the page one came to, and stays alone on the first page', async () => {
    open('/one');
    await screen.findByRole('heading', { name: '第一页' });
    expect(document.activeElement).toBe(document.body);
    await userEvent.click(screen.getByRole('button', { name: '去二' }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: '第二页' })),
    );
  });
  it('a page one comes back to is where it was left, a page one goes to starts at its top', async () => {
    const size = (name: 'scrollHeight' | 'clientHeight', height: number) =>
      vi.spyOn(Element.prototype, name, 'get').mockReturnValue(height);
    const spies = [size('scrollHeight', 4_000), size('clientHeight', 800)];
    document.body.style.overflowY = 'auto';
    open('/one');
    await screen.findByRole('heading', { name: '第一页' });
    document.body.scrollTop = 1_200;
    document.body.dispatchEvent(new Event('scroll'));
    await userEvent.click(screen.getByRole('button', { name: '去二' }));
    await screen.findByRole('heading', { name: '第二页' });
    await waitFor(() => expect(document.body.scrollTop).toBe(0));
    act(() => window.history.back());
    await screen.findByRole('heading', { name: '第一页' });
    await waitFor(() => expect(document.body.scrollTop).toBe(1_200));
    document.body.style.overflowY = '';
    spies.forEach((spy) => spy.mockRestore());
  });
  it('a page that was changed meanwhile shows its current version without a message', async () => {
    open('/one');
    await screen.findByRole('heading', { name: '第一页' });
    await userEvent.click(screen.getByRole('button', { name: '去二' }));
    await screen.findByRole('heading', { name: '第二页' });
    documents.one = page('one', '第一页', heading('改过的第一页'));
    await userEvent.click(screen.getByRole('button', { name: '回一' }));
    await screen.findByRole('heading', { name: '改过的第一页' });
  });
});

describe('what a page keeps in its address', () => {
  it('holds a value as soon as it differs from the default, and opens the page the same way again', async () => {
    const { router } = open('/kept');
    await userEvent.type(await screen.findByLabelText('找'), '林晓');
    await waitFor(() =>
      expect(new URLSearchParams(router.state.location.search).get('words')).toBe('林晓'),
    );
    cleanup();
    open(`/kept${router.state.location.search}`);
    expect(await screen.findByLabelText('找')).toHaveProperty('value', '林晓');
    await userEvent.clear(screen.getByLabelText('找'));
    await waitFor(() => expect(location.search).toBe(''), { timeout: 8_000 });
  });
  it('follows a link to the same page, and starts from the defaults where the link has no value', async () => {
    open('/kept');
    await userEvent.click(await screen.findByRole('button', { name: '只看停用' }));
    await screen.findByText('第 3 页，停用');
    await userEvent.click(screen.getByRole('button', { name: '这一页' }));
    await screen.findByText('第 1 页，');
    expect(location.search).toBe('');
  });
  it('is there again when one comes back, and no step of its own in the history', async () => {
    const { router } = open('/kept');
    const before = history.length;
    await userEvent.type(await screen.findByLabelText('找'), '甲乙丙');
    await waitFor(() =>
      expect(new URLSearchParams(router.state.location.search).get('words')).toBe('甲乙丙'),
    );
    expect(history.length).toBe(before);
    await userEvent.click(screen.getByRole('button', { name: '去二' }));
    await screen.findByRole('heading', { name: '第二页' });
    act(() => window.history.back());
    expect(await screen.findByLabelText('找')).toHaveProperty('value', '甲乙丙');
  });
  it('a value that cannot be read is as good as not said', async () => {
    open('/kept?current=many');
    await screen.findByText('第 1 页，');
  });
});

describe('what opens over a page', () => {
  const goesBack = () => act(() => window.history.back());
  const isOpen = (name: string) => screen.findByRole('dialog', { name });
  const isShut = (name: string) =>
    waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
  const opened = async (path = '/one') => {
    const { router } = open(path);
    await screen.findByRole('heading', { name: '第一页' });
    await act(async () => router.navigate('/over'));
    await userEvent.click(await screen.findByRole('button', { name: '打开记录' }));
    await isOpen('记录');
    return router;
  };

  it('is in the address, and going back closes it and nothing else', async () => {
    const router = await opened();
    expect(router.state.location.search).toBe('?record=r1');
    goesBack();
    await isShut('记录');
    expect(screen.getByRole('heading', { name: '台账' })).toBeTruthy();
    await waitFor(() => expect(location.search).toBe(''));
    act(() => window.history.forward());
    await isOpen('记录');
    cleanup();
    open('/over?record=r1');
    await isOpen('记录');
  });
  it('closed by its button, it leaves no step behind', async () => {
    await opened();
    await userEvent.click(screen.getByRole('button', { name: '下一条' }));
    await waitFor(() => expect(location.search).toBe('?record=r2'));
    await userEvent.click(screen.getByRole('button', { name: '关闭' }));
    await isShut('记录');
    await waitFor(() => expect(location.search).toBe(''));
    goesBack();
    await screen.findByRole('heading', { name: '第一页' });
  });
  it('come to by a link, closing it stays on the page', async () => {
    open('/over?record=r1');
    await isOpen('记录');
    await userEvent.click(screen.getByRole('button', { name: '关闭' }));
    await isShut('记录');
    await waitFor(() => expect(location.search).toBe(''));
    expect(screen.getByRole('heading', { name: '台账' })).toBeTruthy();
  });
  it('a layer the address does not know of is closed first', async () => {
    await opened();
    await userEvent.click(screen.getByRole('button', { name: '写备注' }));
    await isOpen('备注');
    goesBack();
    await isShut('备注');
    await isOpen('记录');
    await waitFor(() => expect(location.search).toBe('?record=r1'));
  });
  it('with unsaved work it asks before going back closes it', async () => {
    await opened();
    await userEvent.type(await screen.findByLabelText('名称'), '甲');
    goesBack();
    await userEvent.click(
      await screen.findByRole('button', { name: '继续编辑' }, { timeout: 8_000 }),
    );
    await waitFor(() => expect(location.search).toBe('?record=r1'));
    expect(screen.getByLabelText('名称')).toHaveProperty('value', '甲');
  });
});

describe('an address typed in this window', () => {
  /** What a browser does for a typed #/path: an entry of its own that the router knows nothing of. */
  const types = (path: string) =>
    act(() => {
      window.history.pushState(null, '', path);
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    });
  it('asks about unsaved work, and who stays has the address they had', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    open('/one');
    await userEvent.type(await screen.findByLabelText('名称'), '甲');
    types('/kept');
    await userEvent.click(
      await screen.findByRole('button', { name: '留在此页' }, { timeout: 8_000 }),
    );
    await waitFor(() => expect(location.pathname).toBe('/one'));
    expect(screen.getByLabelText('名称')).toHaveProperty('value', '甲');
    types('/kept');
    await userEvent.click(await screen.findByRole('button', { name: '离开' }, { timeout: 8_000 }));
    await screen.findByRole('heading', { name: '名单' });
    expect(location.pathname).toBe('/kept');
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});

describe('leaving unsaved work', () => {
  async function typed() {
    const opened = open('/one');
    await userEvent.type(await screen.findByLabelText('名称'), '甲');
    await userEvent.click(screen.getByRole('button', { name: '去二' }));
    await screen.findByText('有未保存的内容，离开后将丢失。', {}, { timeout: 8_000 });
    return opened;
  }
  it('asks, and stays when the person wants to', async () => {
    await typed();
    await userEvent.click(screen.getByRole('button', { name: '留在此页' }));
    await waitFor(() => expect(screen.queryByText('有未保存的内容，离开后将丢失。')).toBeNull());
    expect(screen.getByLabelText('名称')).toHaveProperty('value', '甲');
  });
  it('asks as well when the work is in a page inside the page, as in a drawer', async () => {
    documents.around = page('around', '外面', { type: 'pageEmbed@1', props: { pageKey: 'one' } });
    open('/around');
    await userEvent.type(await screen.findByLabelText('名称'), '甲');
    await userEvent.click(screen.getByRole('button', { name: '去二' }));
    await screen.findByText('有未保存的内容，离开后将丢失。', {}, { timeout: 8_000 });
  });
  it('asks once when another move comes before the answer, and goes where that one leads', async () => {
    const { router } = await typed();
    await act(async () => router.navigate('/lost'));
    expect(screen.getAllByText('有未保存的内容，离开后将丢失。')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: '离开' }));
    await screen.findByRole('heading', { name: '页面在途中走丢了' });
  });
  it('asks, and goes when the person wants to', async () => {
    await typed();
    await userEvent.click(screen.getByRole('button', { name: '离开' }));
    await screen.findByRole('heading', { name: '第二页' });
  });
});

describe('places one cannot be', () => {
  it('an unknown page shows the not-found page inside the shell', async () => {
    open('/lost');
    await screen.findByRole('heading', { name: '页面在途中走丢了' });
    expect(screen.getByLabelText('搜索')).toBeTruthy();
  });
  it('a place for builders is closed to others', async () => {
    open('/builders');
    await screen.findByRole('heading', { name: '没有访问此处的权限' });
  });
  it('an address for several sends on to the first that is open to the person, and shows its own page when none is', async () => {
    const { router } = open('/first');
    await screen.findByRole('heading', { name: '第二页' });
    expect(router.state.location.pathname).toBe('/two/7');
    await act(async () => router.navigate('/none'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/none'));
    await screen.findByRole('heading', { name: '第二页' });
  });
  it('nothing shows without a session: the person is brought to the login page', async () => {
    localStorage.clear();
    open('/one');
    await waitFor(() => expect(toLogin).toHaveBeenCalledWith(''));
    expect(screen.queryByRole('heading')).toBeNull();
  });
  it('a session that ends takes the page off the screen', async () => {
    const { application } = open('/one');
    await screen.findByRole('heading', { name: '第一页' });
    act(() => application.session.actor.send({ type: 'EXPIRED' }));
    await waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
    expect(toLogin).toHaveBeenCalledWith('expired');
    expect(localStorage.getItem('login-token')).toBeNull();
  });
  it('a server out of reach can be tried again', async () => {
    down = true;
    open('/one');
    await screen.findByRole('heading', { name: '暂时连不上服务器' });
    down = false;
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    await screen.findByRole('heading', { name: '第一页' });
  });
});
