// @vitest-environment jsdom
// Node resolves Arco to its CommonJS half, so the adapter of that half is the one to load.
import '@arco-design/web-react/lib/_util/react-19-adapter';
import { readFileSync } from 'node:fs';
import axios, { type InternalAxiosRequestConfig } from 'axios';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { actions } from '../../runtime/actions/index.ts';
import { createRegistry } from '../../view/index.ts';
import { flatten, type NestedNode, type PageDocument } from '../../page/index.ts';
import { widgets } from '../../../renderers/index.ts';
import { Application } from '../application/application.ts';
import { syncNavigationStore } from '../entries/start.tsx';
import { ApplicationContext } from './context.ts';
import { SessionGuard } from './SessionGuard.tsx';
import { createRouter, RouterView } from './router.tsx';

const page = (key: string, body: NestedNode, rest: Partial<PageDocument> = {}): PageDocument =>
  flatten({ spec: 'page/1', key, rev: 1, title: key, body, ...rest });
const programPage = (key: string): PageDocument =>
  flatten(JSON.parse(readFileSync(`schemas/pages/${key.replaceAll('.', '/')}.json`, 'utf8')));
const served = (document: PageDocument) => ({ origin: 'program', allows: [], document });
const BLOCKS = ['block.passport.signIn', 'block.passport.code'];

const profile = {
  user: { id: 'u1', realName: '林晓', name: 'builder', headImgUrl: '', hasPwd: true, isSuper: 0 },
  isBuilder: 1,
  functions: ['build.use'],
  roleList: [],
  org: { id: 't1', name: '云帆科技' },
  deptList: [],
  regionCode: 'cn',
  tenantId: 't1',
  inviteLink: '',
  inviteStatus: 0,
  domain: '',
  domainStatus: 0,
};

const lines = [{ path: '/record', page: 'record' }];
const record = page(
  'record',
  { type: 'field@1', bind: 'f.name' },
  {
    forms: {
      f: {
        init: { name: '' },
        schema: { type: 'object', properties: { name: { type: 'string', title: '名称' } } },
      },
    },
  },
);
let asked: { url: string; data: unknown; token: unknown }[] = [];
let signIn: () => { code: number; data: unknown; msg: string };

async function answer(config: InternalAxiosRequestConfig) {
  const url = config.url ?? '';
  asked.push({
    url,
    data: typeof config.data === 'string' ? JSON.parse(config.data) : config.data,
    token: config.headers.get('token'),
  });
  const key = /page\/(.+)\/schema/.exec(url)?.[1];
  const known = (): unknown => {
    if (key === 'passport.again')
      return {
        ...served(programPage(key)),
        blocks: BLOCKS.map((block) => ({ key: block, ...served(programPage(block)) })),
      };
    if (key) return served(record);
    if (url.endsWith('summary')) return profile;
    return url.endsWith('getUserRegions') ? [] : { versionPackage: { versionType: 'std' } };
  };
  const data = url.endsWith('signIn') ? signIn() : { code: 200, data: known(), msg: '' };
  return { data, status: data.code, statusText: '', headers: {}, config };
}

const toLogin = vi.fn();
const closers: (() => void)[] = [];
async function typesInTheForm() {
  window.history.replaceState(null, '', '/record');
  const router = createRouter('history', lines);
  const application = new Application({
    registry: createRegistry(widgets, actions),
    session: { host: 'localhost' },
    goToLogin: toLogin,
    enter: () => undefined,
    router: { to: () => undefined, back: () => undefined, href: (path) => path },
  });
  closers.push(() => {
    router.dispose();
    application.stop();
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
  await userEvent.type(await screen.findByLabelText('名称'), '写到一半');
  return application;
}
const ends = (application: Application) =>
  act(() => application.session.actor.send({ type: 'EXPIRED' }));
const cover = () => screen.findByRole('dialog', { name: '重新登录' });
const isCovered = () => document.documentElement.dataset.locked !== undefined;
async function signsInAgain() {
  const dialog = within(await cover());
  await userEvent.type(await dialog.findByLabelText('密码', { selector: 'input' }), 'pass');
  await userEvent.click(dialog.getByRole('button', { name: '登录' }));
}

beforeAll(() => {
  // jsdom has the element, and no top layer to put it in.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
beforeEach(() => {
  asked = [];
  const data = { ...profile, token: 'new', userid: 'u1', tenant: 't1', regionId: 'cn' };
  signIn = () => ({ code: 200, data, msg: '' });
  axios.defaults.adapter = answer;
  const session = { token: 'tok', userid: 'u1', tenant: 't1', region: 'cn' };
  for (const [key, value] of Object.entries(session)) localStorage.setItem(`login-${key}`, value);
  localStorage.setItem('huozi:u1:draft', '"kept"');
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
  cleanup();
  localStorage.clear();
  toLogin.mockClear();
});

describe('a session that ends over a form with something typed', () => {
  it('hides the page at once, and gives it back to its member with everything typed', async () => {
    const application = await typesInTheForm();
    ends(application);
    expect([isCovered(), localStorage.getItem('login-token')]).toEqual([true, null]);
    const dialog = within(await cover());
    await dialog.findByRole('heading', { name: '登录已过期' });
    expect(await dialog.findByLabelText('账号')).toHaveProperty('value', 'builder');
    expect(document.title).toBe('请重新登录 · 活字');
    expect(toLogin).not.toHaveBeenCalled();
    asked = [];
    await signsInAgain();
    await waitFor(() => expect(isCovered()).toBe(false));
    expect(screen.getByLabelText('名称')).toHaveProperty('value', '写到一半');
    expect(asked[0]?.data).toMatchObject({ account: 'builder', tenant: 't1' });
    expect(localStorage.getItem('login-token')).toBe('new');
    expect(localStorage.getItem('huozi:u1:draft')).toBe('"kept"');
  });
  it('asks the server nothing in the name of the member meanwhile, and stores nothing', async () => {
    const application = await typesInTheForm();
    ends(application);
    await cover();
    asked = [];
    await expect(application.ports.call('upm.person.renewSession', {})).rejects.toThrow();
    application.ports.remembered.set('draft', 'later');
    expect([asked, localStorage.getItem('huozi:u1:draft')]).toEqual([[], '"kept"']);
    expect(application.session.state).toBe('locked');
  });
  it('says why a sign-in was refused, and stays', async () => {
    const application = await typesInTheForm();
    signIn = () => ({ code: 400, data: { reason: 'SIGN_IN_FAILED' }, msg: '账号或密码不正确' });
    ends(application);
    await signsInAgain();
    await screen.findByText('账号或密码不正确');
    expect([isCovered(), screen.getByLabelText('名称')]).toEqual([
      true,
      expect.objectContaining({ value: '写到一半' }),
    ]);
  });
  it('sends who was given a password by the company to a new window to choose their own', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const application = await typesInTheForm();
    signIn = () => ({
      code: 400,
      data: { reason: 'PASSWORD_FIRST', current: { ticket: 'once' } },
      msg: '请先设置自己的密码',
    });
    ends(application);
    await signsInAgain();
    await userEvent.click(await screen.findByRole('button', { name: '在新窗口设置密码' }));
    expect(opened.mock.calls[0]?.[0]).toMatch(/\/passport\.html#\/password\?ticket=once$/);
    opened.mockRestore();
  });
  it('asks before the work is given up, and brings to the login page then', async () => {
    const application = await typesInTheForm();
    ends(application);
    const dialog = within(await cover());
    await userEvent.click(await dialog.findByRole('button', { name: '不是我' }));
    await dialog.findByText('前往登录页后，此页没有保存的内容将丢失。');
    await userEvent.click(dialog.getByRole('button', { name: '返回' }));
    await userEvent.click(await dialog.findByRole('button', { name: '不是我' }));
    await userEvent.click(dialog.getByRole('button', { name: '放弃，前往登录页' }));
    await waitFor(() => expect(toLogin).toHaveBeenCalledWith(''));
    await waitFor(() => expect(screen.queryByLabelText('名称')).toBeNull());
    expect(isCovered()).toBe(false);
  });
  it('says so when the person signed out in another window', async () => {
    const application = await typesInTheForm();
    act(() => application.session.actor.send({ type: 'TAB_SIGNED_OUT' }));
    await within(await cover()).findByRole('heading', { name: '已在其他窗口退出登录' });
    expect(localStorage.length).toBe(0);
  });
});
