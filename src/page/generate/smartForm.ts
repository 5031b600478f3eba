import type {
  FieldDescribe,
  FormBody,
  FormField,
  FormItem,
  FormSection,
  ObjectDescribe,
  RecordValues,
} from '../../contract/index.ts';
import { isWide } from '../describe/ui.ts';
import type { Json, Value } from '../../document/index.ts';
import { flatten } from '../model/nested.ts';
import { SPEC, type Action, type NestedNode, type PageDocument } from '../model/document.ts';
import { ruleWords, type RuleWords } from './form-rules.ts';
import { otherDevice } from './form-closed.ts';
import { formSheet, SHEET_PARAMS, sheetHeading } from './form-sheet.ts';
import { act, button, node, set, x } from './nodes.ts';

/** A form that may be filled in, whole: more than who fills it in gets to see. */
export interface FilledForm {
  readonly name: string;
  readonly formVersion: number;
  readonly captcha: boolean;
  readonly allowEdit: boolean;
  /** Who submits may come back to see where it is. */
  readonly flows?: boolean;
  readonly body: Pick<FormBody, 'terminal' | 'layout' | 'rules'>;
  readonly success: NonNullable<FormBody['publish']['successPage']>;
  readonly describe: ObjectDescribe;
}

const SUBMIT = 'bizmeta.smartform.submit';

export interface FormPageOptions {
  readonly key: string;
  /** The form's link, as its visitor has it. */
  readonly token: string;
  /** An earlier submission that is being changed. */
  readonly values?: RecordValues | undefined;
  /** The version of the record that has these values. */
  readonly version?: number | undefined;
}

/**
 * The page of a smart form: sections as panels, a step for each of its pages, and the screen after
 * a submission; on a screen it is not meant for, the way to another. Emits `sent` {editKey},
 * `again` and `change`. Its visitor and pass are added to its calls by who opened the link.
 */
export function smartFormPage(
  form: FilledForm,
  { values, ...options }: FormPageOptions,
): PageDocument {
  const fields = new Map(form.describe.fields.map((field) => [field.apiName, field]));
  const made: FormPageContext = {
    ...options,
    form,
    fields,
    words: ruleWords(form.body.rules, form.describe.fields, 'record'),
    changes: values !== undefined,
  };
  const { terminal } = form.body;
  const views = node(
    'views',
    'switch@1',
    { value: x('state.view') },
    { slots: { fill: fill(made), done: [done(form)] } },
  );
  return flatten({
    spec: SPEC,
    key: options.key,
    rev: 1,
    title: form.name,
    // `address` is where the form is, for another screen; `fits`: it is meant for this one; `mine`:
    // where who fills in finds what they have submitted.
    params: {
      ...SHEET_PARAMS,
      address: { type: 'text' },
      fits: { type: 'boolean' },
      mine: { type: 'text' },
    },
    state: {
      view: { type: 'text', init: 'fill' },
      challenge: { type: 'any' },
      answer: { type: 'any' },
      step: { type: 'text', init: 'p1' },
    },
    forms: {
      record: {
        object: 'form',
        draft: values === undefined,
        ...(values && { init: values as Json }),
      },
    },
    ...(form.captcha && {
      onOpen: askAnew(made).map((step) => ({ ...step, if: { $x: 'params.fits ?? true' } })),
    }),
    body: formSheet(
      terminal === 'both'
        ? [views]
        : [
            node(
              'device',
              'switch@1',
              { value: x("if(params.fits ?? true, 'here', 'other')") },
              { slots: { here: [views], other: otherDevice(form.name, terminal) } },
            ),
          ],
    ),
  });
}

interface FormPageContext extends Omit<FormPageOptions, 'values'> {
  readonly form: FilledForm;
  readonly fields: ReadonlyMap<string, FieldDescribe>;
  readonly words: RuleWords;
  /** An earlier submission is being changed. */
  readonly changes: boolean;
}

/** A new challenge; captcha@1 discards the former answer and computes the new one. */
const askAnew = ({ token }: Pick<FormPageOptions, 'token'>): Action[] => [
  act('call', { id: 'bizmeta.smartform.captcha', input: { token } }, { as: 'asked' }),
  set('state.challenge', x('results.asked')),
];

function fill(made: FormPageContext): NestedNode[] {
  const { form } = made;
  const intro = form.body.layout.intro?.trim();
  return [
    node(
      'head',
      'stack@1',
      { gap: 4 },
      {
        slots: {
          default: [
            sheetHeading(form.name),
            ...(intro
              ? [node('intro', 'text@1', { text: intro, kind: 'secondary', as: 'p' })]
              : []),
          ],
        },
      },
    ),
    ...(made.changes
      ? [node('changing', 'alert@1', { kind: 'info', text: '正在修改已提交的内容，提交后生效' })]
      : []),
    node(
      'restored',
      'alert@1',
      { kind: 'info', text: '已恢复上次没有提交的内容，它只保存在这台设备上' },
      {
        when: { visible: { $x: 'record._restored' } },
        slots: {
          action: [
            button('forget', { text: '清空重填', size: 'small' }, [
              act('reset', { form: 'record' }),
            ]),
          ],
        },
      },
    ),
    formNode(made),
  ];
}

function formNode(made: FormPageContext): NestedNode {
  const { form } = made;
  const { pages } = form.body.layout;
  const errors = node('errors', 'formErrors@1', {}, { bind: 'record' });
  const sections = (at: number): NestedNode[] =>
    pages[at]!.sections.map((section, s) => panel(made, section, `p${at + 1}s${s + 1}`));
  const check = form.captcha ? [captcha(made)] : [];
  const text = form.body.layout.submitText?.trim() || '提交';
  const on = { submit: sendSteps(made) };
  if (pages.length === 1) {
    return node(
      'form',
      'form@1',
      { label: form.name, enter: false },
      {
        bind: 'record',
        on,
        slots: {
          body: [errors, ...sections(0), ...check],
          footer: [button('send', { text, kind: 'primary', size: 'large', submit: true })],
        },
      },
    );
  }
  const items = pages.map((page, at) => ({
    key: `p${at + 1}`,
    title: page.title?.trim() || `第 ${at + 1} 页`,
  }));
  const steps = node(
    'steps',
    'steps@1',
    { items, finish: text, label: form.name },
    {
      bind: 'state.step',
      on: { finish: sendSteps(made) },
      slots: Object.fromEntries(
        items.map(({ key }, at) => [
          key,
          [
            node(
              `${key}body`,
              'stack@1',
              { gap: 16 },
              { slots: { default: [...sections(at), ...(at === pages.length - 1 ? check : [])] } },
            ),
          ],
        ]),
      ),
    },
  );
  return node(
    'form',
    'form@1',
    { label: form.name, enter: false, windowed: false },
    { bind: 'record', slots: { body: [errors, steps] } },
  );
}

/** Checked here, then again by the server; its problems are shown at the fields. */
function sendSteps(made: FormPageContext): Action[] {
  const { form, token } = made;
  const values = Object.fromEntries(
    form.describe.fields.map(({ apiName }) => [apiName, x(`record.${apiName}`)]),
  );
  const answer: { [key: string]: Value } = {
    ...(form.captcha && { captcha: x('state.answer') }),
    ...(made.version !== undefined && { recordVersion: made.version }),
  };
  const failed = act('toast', { kind: 'error', text: x('error') });
  // Without a response the submission may still be running.
  const renewed = askAnew(made).map((step) => ({
    ...step,
    if: { $x: 'state.answer is not null' },
  }));
  return [
    act('validate', { form: 'record' }),
    act(
      'call',
      {
        id: SUBMIT,
        input: { token, values, formVersion: form.formVersion, ...answer },
        form: 'record',
        at: '/values',
      },
      { as: 'sent', onError: form.captcha ? [failed, ...renewed] : [failed] },
    ),
    act('commit', { form: 'record' }),
    set('state.view', 'done'),
    act('emit', { event: 'sent', payload: { editKey: x('results.sent.editKey') } }),
  ];
}

const lineOrText = (item: Exclude<FormItem, FormField>, id: string): NestedNode =>
  item.kind === 'divider'
    ? node(id, 'divider@1')
    : node(id, 'text@1', { text: item.text, kind: 'secondary', as: 'p' });

/**
 * Fields that follow each other share a grid; texts and lines between them take the whole width.
 */
function panel(
  made: FormPageContext,
  { title, columns = 1, items }: FormSection,
  id: string,
): NestedNode {
  const content: NestedNode[] = [];
  let fields: NestedNode[] | undefined;
  items.forEach((item, at) => {
    const here = `${id}i${at + 1}`;
    if (item.kind !== 'field') {
      fields = undefined;
      content.push(lineOrText(item, here));
      return;
    }
    if (!fields)
      content.push(
        node(`${here}grid`, 'section@1', { columns }, { slots: { body: (fields = []) } }),
      );
    fields.push(...fieldItem(made, item, here, columns));
  });
  return node(id, 'panel@1', title?.trim() ? { title: title.trim() } : {}, {
    slots: { default: content },
  });
}

function fieldItem(
  made: FormPageContext,
  item: FormField,
  id: string,
  columns: number,
): NestedNode[] {
  const field = made.fields.get(item.field);
  if (!field) return [];
  const when = made.words.whenOf(item, field.required === true);
  const options = limited(made.words, field);
  const span = item.span ?? (isWide(field) ? columns : 1);
  return [
    node(
      id,
      'field@1',
      { ...(span > 1 && { span: Math.min(span, columns) }), ...(options && { options }) },
      { bind: `record.${item.field}`, ...(when && { when }) },
    ),
  ];
}

/** Options a rule may take away stay in their place and cannot be chosen. */
function limited(words: RuleWords, { apiName, options = [] }: FieldDescribe): Value | undefined {
  if (options.length === 0 || words.optionWhen(apiName, options[0]!.code) === undefined)
    return undefined;
  return options.map(({ code, label, color }): { [key: string]: Value } => ({
    code,
    label,
    ...(color !== undefined && { color }),
    disabled: x(`not (${words.optionWhen(apiName, code)})`),
  }));
}

const captcha = (made: FormPageContext): NestedNode =>
  node(
    'captcha',
    'captcha@1',
    { challenge: x('state.challenge') },
    { bind: 'state.answer', on: { renew: askAnew(made) } },
  );

function done({ success, allowEdit, flows, name }: FilledForm): NestedNode {
  const again =
    success.again === false
      ? []
      : [button('again', { text: '再填一份' }, [act('emit', { event: 'again' })])];
  const text = allowEdit ? '查看或修改' : '查看审批进度';
  const change =
    allowEdit || flows ? [button('change', { text }, [act('emit', { event: 'change' })])] : [];
  const mine: NestedNode = {
    ...button('mine', { text: '我的提交' }, [act('navigate', { to: x('params.mine') })]),
    when: { visible: { $x: 'params.mine is not null' } },
  };
  const go = success.redirect
    ? [
        button('go', { text: '继续', kind: 'primary' }, [
          act('open', { url: success.redirect, target: 'self' }),
        ]),
      ]
    : [];
  return node(
    'done',
    'panel@1',
    { padding: 24 },
    {
      slots: {
        default: [
          node(
            'doneResult',
            'result@1',
            {
              kind: 'success',
              title: '提交成功',
              text: success.text?.trim() || `“${name}”已收到，谢谢填写。`,
            },
            { slots: { action: [...go, ...change, mine, ...again] } },
          ),
        ],
      },
    },
  );
}
