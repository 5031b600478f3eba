// @vitest-environment jsdom
// Node resolves Arco to its CommonJS half, so the adapter of that half is the one to load.
import '@arco-design/web-react/lib/_util/react-19-adapter';
import { webcrypto } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import axios, { type InternalAxiosRequestConfig } from 'axios';
import { Message, Modal } from '@arco-design/web-react';
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  errorText,
  ERRORS,
  problem,
  type CaptchaAnswer,
  type CaptchaChallenge,
  type ErrorReason,
  type FieldDescribe,
  type FormBody,
  type FormState,
  type OpenedForm,
  type ServedDocument,
  type Problem,
  type RecordValues,
} from '../../contract/index.ts';
import { actions } from '../../runtime/actions/index.ts';
import { createRegistry } from '../../view/index.ts';
import {
  closedFormPage,
  flatten,
  formPageKey,
  lockedFormPage,
  smartFormPage,
  type FilledForm,
  type NestedDocument,
  type PageDocument,
} from '../../page/index.ts';
import { widgets } from '../../../renderers/index.ts';
import { phone } from '../../../tests/fixtures/page.ts';
import { Application } from '../application/application.ts';
import { syncNavigationStore } from '../entries/start.tsx';
import { ApplicationContext } from '../shells/context.ts';
import { SessionGuard } from '../shells/SessionGuard.tsx';
import { createRouter, RouterView, type Router } from '../shells/router.tsx';

const field = (
  apiName: string,
  label: string,
  more: Partial<FieldDescribe> = {},
): FieldDescribe => ({ id: apiName, apiName, label, type: 'text', order: 0, ...more });
const FIELDS = [
  field('title', '称呼', { required: true }),
  field('why', '原因'),
  field('note', '备注'),
];
const TOKEN = 'a-link_9';

interface Submit {
  requestId: string;
  values: RecordValues;
  pass?: string;
  captcha?: CaptchaAnswer | null;
  editKey?: string;
  formVersion: number;
}
/** A form behind its link, and what came in: as the server has it, a request id is taken once. */
class FormDesk {
  state: FormState = 'open';
  version = 1;
  password = '';
  question = 0;
  body: Partial<FormBody> = {};
  earlier: { values: RecordValues; canEdit: boolean } | null = null;
  readonly sent: Submit[] = [];
  readonly taken = new Map<string, Submit>();
  /**
   * What happens to the next submissions instead: refused, never arrived, or arrived and the answer
   * lost.
   */
  readonly fate: (ErrorReason | 'offline' | 'lost')[] = [];

  open({ pass, editKey }: { pass?: string; editKey?: string }): OpenedForm {
    const where = { key: formPageKey(TOKEN), token: TOKEN };
    const closed = (state: FormState): OpenedForm => ({
      state,
      name: '预约',
      page: served(
        closedFormPage({ state, name: '预约', startAt: '2026-12-01T00:00:00Z' }, where.key, TOKEN),
      ),
    });
    if (this.password !== '' && pass !== 'pass') return closed('password');
    if (editKey !== undefined && !this.earlier?.canEdit)
      return { state: this.state, name: '预约', page: served(lockedFormPage('预约', where.key)) };
    if (this.state !== 'open' && editKey === undefined) return closed(this.state);
    const form = this.form();
    const values = editKey === undefined ? undefined : this.earlier?.values;
    return {
      state: this.state,
      ...form,
      body: { validations: [], ...form.body, ...this.body },
      page: served(smartFormPage(form, { ...where, values })),
    };
  }
  private form(): FilledForm {
    const layout: FormBody['layout'] = {
      pages: [
        { sections: [{ items: FIELDS.map(({ apiName }) => ({ kind: 'field', field: apiName })) }] },
      ],
    };
    return {
      name: '预约',
      formVersion: this.version,
      captcha: this.question > 0,
      allowEdit: this.earlier !== null,
      success: {},
      body: { terminal: 'both', layout, rules: [], ...this.body },
      describe: {
        id: 'form',
        apiName: 'form',
        label: '预约',
        titleField: 'id',
        appId: null,
        version: 1,
        validator: '',
        fields: FIELDS,
      },
    };
  }
  submit(input: Submit): unknown {
    this.sent.push(input);
    const fate = this.fate.shift();
    if (fate === 'offline') throw new Error('offline');
    if (fate !== undefined && fate !== 'lost') throw refusal(fate);
    if (
      this.question > 0 &&
      !this.taken.has(input.requestId) &&
      input.captcha?.id !== `q${this.question}`
    )
      throw refusal('CAPTCHA_WRONG');
    this.taken.set(input.requestId, input);
    if (fate === 'lost') throw new Error('offline');
    return { editKey: null };
  }
  answer(call: string, input: never): unknown {
    if (call === 'open') return this.open(input);
    if (call === 'submit') return this.submit(input);
    if (call === 'captcha') {
      this.question += 1;
      return challenge(`q${this.question}`);
    }
    if (call === 'unlock') {
      if ((input as { password: string }).password !== this.password)
        throw refusal('FORM_PASSWORD_WRONG', [problem('/password', 'FORM_PASSWORD_WRONG')]);
      return { pass: 'pass' };
    }
    throw refusal('NOT_FOUND');
  }
}
const served = (document: PageDocument): ServedDocument => ({
  origin: 'company',
  allows: [],
  document,
});
const challenge = (id: string): CaptchaChallenge => ({
  id,
  level: 0,
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: '00',
    salt: '00',
    cost: 1,
    keyLength: 32,
    keyPrefix: '0',
  },
});
const refusal = (reason: ErrorReason, errors: Problem[] = []) => ({
  envelope: {
    code: ERRORS[reason].code,
    data: { reason, errors },
    msg: errorText(reason, { why: '表单已停止收集' }),
  },
});

let desk: FormDesk;
async function answer(config: InternalAxiosRequestConfig) {
  const path = config.url ?? '';
  const input = (typeof config.data === 'string' ? JSON.parse(config.data) : {}) as never;
  const give = (data: unknown) => ({
    data,
    status: (data as { code: number }).code,
    statusText: '',
    headers: {},
    config,
  });
  try {
    const call = /smartform\/(\w+)/.exec(path)?.[1];
    if (call === 'open' && (input as { token: string }).token !== TOKEN)
      throw refusal('FORM_UNKNOWN');
    return give({ code: 200, data: call ? desk.answer(call, input) : pageAt(path), msg: '' });
  } catch (error) {
    if (error instanceof Error) throw error;
    return give((error as ReturnType<typeof refusal>).envelope);
  }
}
/** The program's pages as they are; another for all that is not of forms. */
function pageAt(path: string): unknown {
  const key = /page\/([\w.]+)\/schema/.exec(path)?.[1] ?? '';
  const file = `schemas/pages/${key.replace('.', '/')}.json`;
  if (!existsSync(file)) return ELSEWHERE;
  const document = flatten(JSON.parse(readFileSync(file, 'utf8')) as NestedDocument);
  return { origin: 'program', allows: [], document };
}
const ELSEWHERE = flatten({
  spec: 'page/1',
  key: 'elsewhere',
  rev: 1,
  title: '别处',
  body: { type: 'text@1', props: { text: '别处', kind: 'title', as: 'h1' } },
});

/** Disposed after each test: a router left behind answers the history of the next. */
const routers: Router[] = [];
function open(search = '', token = TOKEN) {
  window.history.replaceState(null, '', `/form/${token}${search}`);
  const router = createRouter('history', [
    { path: '/form/:token', page: 'app.publicForm', shell: 'shell.sheet', access: 'anonymous' },
    { path: '/elsewhere', page: 'elsewhere', access: 'anonymous' },
  ]);
  routers.push(router);
  const application = new Application({
    registry: createRegistry(widgets, actions),
    session: { host: 'localhost' },
    goToLogin: () => undefined,
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
  render(
    <ApplicationContext value={application}>
      <SessionGuard open>
        <RouterView router={router} />
      </SessionGuard>
    </ApplicationContext>,
  );
  return router;
}
const box = (name: string): Promise<HTMLInputElement> =>
  screen.findByLabelText(name, { selector: 'input' });
const press = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }));
};
const sees = (text: string | RegExp) => screen.findByText(text);
/** Types a name and sends it, once the last press has been released. */
async function fills(title = '王先生'): Promise<void> {
  const input = await box('称呼');
  await userEvent.clear(input);
  await userEvent.type(input, title);
  await press('提交');
}
/** A button rests a moment after each press. */
const rests = () =>
  act(
    () =>
      new Promise((resolve) => {
        setTimeout(resolve, 1_600);
      }),
  );

// A busy machine draws late: what is not there by then does not come.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 40_000 });
beforeAll(() => Promise.all(widgets.map(({ view }) => view())), 60_000);
beforeEach(() => {
  desk = new FormDesk();
  axios.defaults.adapter = answer;
  // jsdom brings no crypto.subtle.
  vi.stubGlobal('crypto', webcrypto);
});
afterEach(async () => {
  for (const router of routers.splice(0)) router.dispose();
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  Modal.destroyAll();
  // While a toast is there, some others keep back.
  Message.clear();
  await waitFor(() => expect(document.querySelector('.arco-modal, .arco-message')).toBeNull());
});

describe('a form that cannot be filled in', () => {
  it.each<[FormState, string]>([
    ['notBegun', '表单将于 2026-12-01 08:00 开始收集。'],
    ['ended', '表单已过截止时间，不再收集。'],
    ['full', '提交份数已满，感谢关注。'],
    ['stopped', '表单已停止收集，如有疑问请联系发布者。'],
    ['done', '你已达到这份表单的提交次数上限。'],
    ['login', '这份表单由企业成员填写，登录后继续。'],
  ])('says why: %s', async (state, sentence) => {
    desk.state = state;
    open();
    await sees(sentence);
    expect(screen.queryByLabelText('称呼')).toBeNull();
    expect(screen.queryByRole('button', { name: '登录' }) !== null).toBe(state === 'login');
  });
  it('is not there: the link leads nowhere', async () => {
    open('', 'another');
    await sees('链接可能已失效或被收回，请向发布者索取新的链接。');
  });
  it('explains politely on the other kind of screen, with the link to copy', async () => {
    desk.body = { terminal: 'mobile' };
    open();
    await sees('请在手机上填写');
    await screen.findByRole('img', { name: /^用手机扫码打开这份表单/ });
    const wrote = vi.fn(async (_text: string) => undefined);
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, { clipboard: { value: { writeText: wrote } } }) as Navigator,
    );
    await press('复制链接');
    expect(wrote).toHaveBeenCalledWith(`http://localhost:3000/form/${TOKEN}`);
    cleanup();
    vi.stubGlobal('matchMedia', () => phone);
    open();
    await box('称呼');
    cleanup();
    desk.body = { terminal: 'pc' };
    open();
    await sees('请在电脑上填写');
  });
});

describe('a form with a password', () => {
  it('says a wrong one at its field, opens at the right one, and sends what it gave along', async () => {
    desk.password = 'sesame';
    open();
    await userEvent.type(await box('密码'), 'guess');
    await press('打开表单');
    expect((await sees('密码不正确')).closest('form')).not.toBeNull();
    await rests();
    await userEvent.clear(await box('密码'));
    await userEvent.type(await box('密码'), 'sesame');
    await press('打开表单');
    await fills();
    await sees('提交成功');
    expect(desk.sent).toMatchObject([{ pass: 'pass', values: { title: '王先生' } }]);
  });
});

const passed = () => sees('安全验证已通过，请继续');
describe('a captcha', () => {
  it('that did not hold is done again, and what was filled in stays', async () => {
    desk.question = 1;
    desk.fate.push('CAPTCHA_WRONG');
    open();
    await passed();
    await fills();
    await sees('安全验证没有通过或已过期，请重试');
    await waitFor(() => expect(desk.question).toBe(3));
    await passed();
    expect((await box('称呼')).value).toBe('王先生');
    await rests();
    await press('提交');
    await sees('提交成功');
    expect(desk.taken.size).toBe(1);
  });
});

describe('a submission', () => {
  it('that did not arrive is sent again under its own id: one record', async () => {
    desk.fate.push('offline');
    open();
    await fills();
    await sees('网络不通，请检查后重试');
    await rests();
    await press('提交');
    await sees('提交成功');
    expect(desk.sent.map(({ requestId }) => requestId)).toEqual([
      desk.sent[0]!.requestId,
      desk.sent[0]!.requestId,
    ]);
    expect(desk.taken.size).toBe(1);
  });
  it('whose answer was lost is the same one, though another captcha was asked for in between', async () => {
    desk.question = 1;
    desk.fate.push('lost');
    open();
    await passed();
    await fills();
    await sees('网络不通，请检查后重试');
    await waitFor(() => expect(desk.question).toBe(3));
    await passed();
    await rests();
    await press('提交');
    await sees('提交成功');
    expect([desk.sent.length, desk.taken.size]).toEqual([2, 1]);
  });
  it('with other content is another one', async () => {
    desk.fate.push('offline');
    open();
    await fills();
    await sees('网络不通，请检查后重试');
    await rests();
    await fills('李女士');
    await sees('提交成功');
    expect(new Set(desk.sent.map(({ requestId }) => requestId)).size).toBe(2);
  });
  it('to a form that was stopped meanwhile is refused with a message, and the form closes', async () => {
    open();
    await box('称呼');
    desk.state = 'stopped';
    desk.fate.push('FORM_CLOSED');
    await fills();
    await sees('表单已停止收集，如有疑问请联系发布者。');
  });
  it('to a form that was republished opens the new one, with what was filled in', async () => {
    open();
    const input = await box('称呼');
    await userEvent.type(input, '王先生');
    await rests();
    desk.version = 2;
    desk.fate.push('FORM_CHANGED');
    await press('提交');
    await sees(/已恢复上次没有提交的内容/);
    expect((await box('称呼')).value).toBe('王先生');
    await rests();
    await press('提交');
    await sees('提交成功');
    expect(desk.sent.map(({ formVersion }) => formVersion)).toEqual([1, 2]);
  });
  it('may be followed by another, which begins empty', async () => {
    open();
    await fills();
    await press('再填一份');
    await waitFor(async () => expect((await box('称呼')).value).toBe(''));
    expect(screen.queryByText(/已恢复上次/)).toBeNull();
  });
});

describe('what the form itself asks', () => {
  it('is said at its head, with ways to the fields, before anything is sent', async () => {
    desk.body = {
      validations: [
        { expr: `why is not null or note is not null`, message: '原因与备注至少填一项' },
      ],
    };
    open();
    await fills();
    const alert = await screen.findByText(/原因与备注至少填一项/);
    expect(alert.textContent).toBe('原因与备注至少填一项（请查看 原因、备注）');
    expect(desk.sent).toEqual([]);
    await press('备注');
    await waitFor(async () => expect(document.activeElement).toBe(await box('备注')));
    await userEvent.keyboard('补充');
    await waitFor(() => expect(screen.queryByText(/至少填一项/)).toBeNull());
  });
  it('is done while one fills in: what a rule locks goes back to what it was, as the server has it', async () => {
    desk.body = {
      rules: [
        {
          when: `title = '锁'`,
          then: [
            { do: 'readonly', targets: ['why'] },
            { do: 'set', targets: ['note'], value: '定' },
          ],
        },
      ],
    };
    open();
    await userEvent.type(await box('原因'), '我的');
    await userEvent.type(await box('称呼'), '锁');
    await waitFor(async () =>
      expect([
        (await box('原因')).value,
        (await box('原因')).readOnly,
        (await box('备注')).value,
      ]).toEqual(['', true, '定']),
    );
  });
});

describe('what was not sent', () => {
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  it('is stored on the device, restored with a notice, and discarded at a press', async () => {
    open();
    await userEvent.type(await box('称呼'), '王先生');
    await rests();
    cleanup();
    open();
    await sees('已恢复上次没有提交的内容，它只保存在这台设备上');
    expect((await box('称呼')).value).toBe('王先生');
    await press('清空重填');
    await waitFor(async () => expect((await box('称呼')).value).toBe(''));
    cleanup();
    open();
    await box('称呼');
    expect(screen.queryByText(/已恢复上次/)).toBeNull();
  });
  it('is asked about before it is left; what was sent is not', async () => {
    const router = open();
    await box('称呼');
    expect(leave()).toBe(false);
    await userEvent.type(await box('称呼'), '王先生');
    expect(leave()).toBe(true);
    await act(async () => router.navigate('/elsewhere'));
    await sees('有未保存的内容，离开后将丢失。');
    await press('留在此页');
    expect((await box('称呼')).value).toBe('王先生');
    await press('提交');
    await sees('提交成功');
    expect(leave()).toBe(false);
  });
});

describe('an earlier submission', () => {
  it('is changed with its key', async () => {
    desk.earlier = { values: { title: '旧名', why: null, note: null }, canEdit: true };
    open('?edit=key-1');
    await sees('正在修改已提交的内容，提交后生效');
    expect((await box('称呼')).value).toBe('旧名');
    await fills('新名');
    await sees('提交成功');
    expect(desk.sent).toMatchObject([{ editKey: 'key-1', values: { title: '新名' } }]);
  });
  it('of a form that was republished meanwhile keeps what was changed', async () => {
    desk.earlier = { values: { title: '旧名', why: null, note: null }, canEdit: true };
    open('?edit=key-1');
    const input = await box('称呼');
    await userEvent.clear(input);
    await userEvent.type(input, '新名');
    await rests();
    desk.version = 2;
    desk.fate.push('FORM_CHANGED');
    await press('提交');
    await sees('表单有更新，你填写的内容已保留，请检查后再提交');
    expect((await box('称呼')).value).toBe('新名');
    await rests();
    await press('提交');
    await sees('提交成功');
    expect(desk.sent.at(-1)).toMatchObject({ formVersion: 2, values: { title: '新名' } });
  });
  it('that cannot be changed any more is explained, and a new one may be begun', async () => {
    desk.earlier = { values: { title: '旧名' }, canEdit: false };
    open('?edit=key-1');
    await sees('不能再修改');
    await press('另填一份');
    await waitFor(async () => expect((await box('称呼')).value).toBe(''));
  });
});
