import type {
  FieldDescribe,
  FormField,
  FormSection,
  OpenedForm,
  RecordValues,
} from '../../contract/index.ts';
import { isWide } from '../describe/ui.ts';
import type { Json, Value } from '../../document/index.ts';
import { flatten } from '../model/nested.ts';
import { SPEC, type Action, type NestedNode, type PageDocument } from '../model/document.ts';
import { ruleWords, type RuleWords } from './form-rules.ts';
import { formSheet, type SheetOptions } from './form-sheet.ts';
import { act, button, node, set, x } from './nodes.ts';

/** A form that was opened, whole. */
export type FilledForm = OpenedForm &
  Required<Pick<OpenedForm, 'body' | 'describe' | 'formVersion'>>;
export const isFilled = (form: OpenedForm): form is FilledForm =>
  form.body !== undefined && form.describe !== undefined && form.formVersion !== undefined;

const SUBMIT = 'bizmeta.smartform.submit';

export interface FormPageOptions extends SheetOptions {
  /** An earlier submission that is being changed. */
  values?: RecordValues | undefined;
  /** Unsaved work of an earlier visit is restored into the fields. */
  restored?: boolean | undefined;
  /** Where who fills in finds what they have submitted. */
  minePath?: string | undefined;
}

/**
 * The page of a smart form: sections as panels, a step for each of its pages, and the screen after
 * a submission. Emits `sent` {editKey}, `again` and `change`; the embedding page gives the calls
 * their token.
 */
export function smartFormPage(
  form: FilledForm,
  { values, restored, minePath, ...sheet }: FormPageOptions,
): PageDocument {
  const fields = new Map(form.describe.fields.map((field) => [field.apiName, field]));
  const made: FormPageContext = {
    form,
    fields,
    words: ruleWords(form.body.rules, new Set(fields.keys()), 'record'),
    sheet,
    changes: values !== undefined,
  };
  return flatten({
    spec: SPEC,
    key: `form.${sheet.key}`,
    rev: 1,
    title: form.name,
    state: {
      view: { type: 'text', init: 'fill' },
      restored: { type: 'boolean', init: restored === true },
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
    ...(form.captcha && { onOpen: askAnew() }),
    body: formSheet(sheet, [
      node(
        'views',
        'switch@1',
        { value: x('state.view') },
        { slots: { fill: fill(made), done: [done(form, minePath)] } },
      ),
    ]),
  });
}

interface FormPageContext {
  readonly form: FilledForm;
  readonly fields: ReadonlyMap<string, FieldDescribe>;
  readonly words: RuleWords;
  readonly sheet: SheetOptions;
  /** An earlier submission is being changed. */
  readonly changes: boolean;
}

const ask = (): Action => act('call', { id: 'bizmeta.smartform.captcha' }, { as: 'asked' });
/** A new challenge; captcha@1 discards the former answer and computes the new one. */
const askAnew = (): Action[] => [ask(), set('state.challenge', x('results.asked'))];

function fill(made: FormPageContext): NestedNode[] {
  const { form, sheet } = made;
  const intro = form.body.layout.intro?.trim();
  return [
    node(
      'head',
      'stack@1',
      { gap: 4 },
      {
        slots: {
          default: [
            node('name', 'text@1', {
              text: form.name,
              kind: 'title',
              as: sheet.inside ? 'h2' : 'h1',
            }),
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
        when: { visible: { $x: 'state.restored' } },
        slots: {
          action: [
            button('forget', { text: '清空重填', size: 'small' }, [
              act('reset', { form: 'record' }),
              set('state.restored', false),
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
  const check = form.captcha ? [captcha()] : [];
  const text = form.body.layout.submitText?.trim() || '提交';
  const on = { submit: sendSteps(form) };
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
      on: { finish: sendSteps(form) },
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
function sendSteps(form: FilledForm): Action[] {
  const values = Object.fromEntries(
    form.describe.fields.map(({ apiName }) => [apiName, x(`record.${apiName}`)]),
  );
  const answer: { [key: string]: Value } = form.captcha ? { captcha: x('state.answer') } : {};
  const failed = act('toast', { kind: 'error', text: x('error') });
  // Without a response the submission may still be running.
  const renewed = askAnew().map((step) => ({ ...step, if: { $x: 'state.answer is not null' } }));
  return [
    act('validate', { form: 'record' }),
    act(
      'call',
      {
        id: SUBMIT,
        input: { values, formVersion: form.formVersion, ...answer },
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
      content.push(
        item.kind === 'divider'
          ? node(here, 'divider@1')
          : node(here, 'text@1', { text: item.text, kind: 'secondary', as: 'p' }),
      );
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

const captcha = (): NestedNode =>
  node(
    'captcha',
    'captcha@1',
    { challenge: x('state.challenge') },
    { bind: 'state.answer', on: { renew: askAnew() } },
  );

function done({ success, allowEdit, name }: FilledForm, minePath: string | undefined): NestedNode {
  const again =
    success?.again === false
      ? []
      : [button('again', { text: '再填一份' }, [act('emit', { event: 'again' })])];
  const change = allowEdit
    ? [button('change', { text: '查看或修改' }, [act('emit', { event: 'change' })])]
    : [];
  const mine = minePath
    ? [button('mine', { text: '我的提交' }, [act('navigate', { to: minePath })])]
    : [];
  const go = success?.redirect
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
              text: success?.text?.trim() || `“${name}”已收到，谢谢填写。`,
            },
            { slots: { action: [...go, ...change, ...mine, ...again] } },
          ),
        ],
      },
    },
  );
}
