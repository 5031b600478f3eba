import type { FlowStatus, FormState } from '../../contract/index.ts';
import { dateTimeText } from '../../values/index.ts';
import {
  SPEC,
  type NestedDocument,
  type NestedNode,
  type PageDocument,
} from '../model/document.ts';
import { flatten } from '../model/nested.ts';
import { formSheet, SHEET_PARAMS, sheetHeading } from './form-sheet.ts';
import { act, button, node, x } from './nodes.ts';

const CLOSED: Record<Exclude<FormState, 'open' | 'password'>, { title: string; text: string }> = {
  login: { title: '请先登录', text: '这份表单由企业成员填写，登录后继续。' },
  notBegun: { title: '还没有开始', text: '表单还没有开始收集，请稍后再来。' },
  ended: { title: '已截止', text: '表单已过截止时间，不再收集。' },
  full: { title: '名额已满', text: '提交份数已满，感谢关注。' },
  stopped: { title: '已停止收集', text: '表单已停止收集，如有疑问请联系发布者。' },
  done: { title: '已填写过', text: '你已达到这份表单的提交次数上限。' },
  barred: { title: '暂时不能提交', text: '提交后要发起的审批现在不能开始，请联系发布者。' },
};

/** What is known of a form that is not shown. */
export interface ClosedForm {
  readonly state: FormState;
  readonly name: string;
  readonly startAt?: string | undefined;
}
/**
 * Why a form cannot be filled in now. Emits `login`, or `unlocked` {pass} where it asks for a
 * password; `token` is the form's link.
 */
export function closedFormPage(
  { state, name, startAt }: ClosedForm,
  key: string,
  token: string,
): PageDocument {
  if (state === 'password') return flatten(passwordPage(name, key, token));
  const { title, text } = CLOSED[state === 'open' ? 'stopped' : state];
  const action =
    state === 'login'
      ? [button('login', { text: '登录', kind: 'primary' }, [act('emit', { event: 'login' })])]
      : [];
  const begins =
    state === 'notBegun' && startAt
      ? `表单将于 ${dateTimeText(new Date(startAt), false)} 开始收集。`
      : text;
  return flatten(
    single(
      name,
      key,
      node('result', 'result@1', { kind: 'info', title, text: begins }, { slots: { action } }),
    ),
  );
}

/** Where the approval of a submission is, for who submitted it: nothing of who decides, or why. */
const STANDING: Record<FlowStatus, { title: string; text: string }> = {
  draft: { title: '还没有提交审批', text: '' },
  running: { title: '审批中', text: '内容正在审批，审批结束前不能修改。' },
  returned: { title: '已退回', text: '审批退回了这次提交，请联系发布者。' },
  suspended: { title: '审批已暂停', text: '审批暂停期间不能修改。' },
  approved: { title: '已通过', text: '审批已通过，内容不能再修改。' },
  rejected: { title: '未通过', text: '审批没有通过，内容不能再修改。' },
  withdrawn: { title: '已撤回', text: '审批已撤回。' },
  cancelled: { title: '审批已终止', text: '审批已终止，内容不能再修改。' },
  terminated: { title: '审批已终止', text: '审批已终止，内容不能再修改。' },
};
const LOCKED = {
  title: '不能再修改',
  text: '这次提交已处理或已锁定，不能再修改。如需更正，请联系发布者。',
};

/**
 * An earlier submission that cannot be changed (any more), or is not found with this key, with
 * where its approval is. Emits `again`.
 */
export const lockedFormPage = (
  name: string,
  key: string,
  flow: FlowStatus | null = null,
): PageDocument =>
  flatten(
    single(
      name,
      key,
      node(
        'result',
        'result@1',
        {
          kind: 'info',
          ...(flow === null ? LOCKED : STANDING[flow]),
        },
        {
          slots: {
            action: [button('again', { text: '另填一份' }, [act('emit', { event: 'again' })])],
          },
        },
      ),
    ),
  );

const OTHER_DEVICE = {
  pc: {
    title: '请在电脑上填写',
    text: '这份表单适合较大的屏幕。请复制链接，在电脑的浏览器中打开。',
  },
  mobile: {
    title: '请在手机上填写',
    text: '这份表单适合手机。请用手机扫描二维码，或复制链接到手机上打开。',
  },
} as const;
/** That a form is for another kind of screen than this, with the way there: `params.address`. */
export function otherDevice(name: string, terminal: keyof typeof OTHER_DEVICE): NestedNode[] {
  const { title, text } = OTHER_DEVICE[terminal];
  const code =
    terminal === 'mobile'
      ? [
          node('code', 'qrcode@1', {
            text: x('params.address'),
            size: 192,
            label: '用手机扫码打开这份表单',
          }),
        ]
      : [];
  const copy = button('copy', { text: '复制链接', icon: 'copy', kind: 'primary' }, [
    act('copy', { text: x('params.address') }),
  ]);
  const ways = node(
    'ways',
    'stack@1',
    { gap: 16, align: 'center' },
    { slots: { default: [...code, copy] } },
  );
  return message(
    name,
    node('other', 'result@1', { kind: 'info', title, text }, { slots: { action: [ways] } }),
    'other',
  );
}

/** A name and one panel; `id` keeps its nodes apart from others of the page. */
function message(name: string, content: NestedNode, id = ''): NestedNode[] {
  return [
    { ...sheetHeading(name), id: `${id}name` },
    node(`${id}panel`, 'panel@1', { padding: 24 }, { slots: { default: [content] } }),
  ];
}
const single = (name: string, key: string, content: NestedNode): NestedDocument => ({
  spec: SPEC,
  key,
  rev: 1,
  title: name,
  params: SHEET_PARAMS,
  body: formSheet(message(name, content)),
});

function passwordPage(name: string, key: string, token: string): NestedDocument {
  const schema = {
    type: 'object',
    required: ['password'],
    properties: {
      password: {
        type: 'string',
        title: '密码',
        maxLength: 64,
        ui: { input: 'password', placeholder: '发布者告诉你的密码', autocomplete: 'off' },
      },
    },
  };
  const content = node(
    'form',
    'form@1',
    { label: '输入密码', maxWidth: 400 },
    {
      bind: 'gate',
      on: {
        submit: [
          act('validate', { form: 'gate' }),
          act(
            'call',
            {
              id: 'bizmeta.smartform.unlock',
              input: { token, password: x('gate.password') },
              form: 'gate',
            },
            { as: 'unlocked' },
          ),
          act('emit', { event: 'unlocked', payload: { pass: x('results.unlocked.pass') } }),
        ],
      },
      slots: {
        body: [
          node('why', 'text@1', { text: '这份表单需要密码才能打开。', kind: 'secondary' }),
          node('password', 'field@1', { autoFocus: true }, { bind: 'gate.password' }),
          button('enter', {
            text: '打开表单',
            kind: 'primary',
            size: 'large',
            long: true,
            submit: true,
          }),
        ],
      },
    },
  );
  return { ...single(name, key, content), forms: { gate: { schema } } };
}
