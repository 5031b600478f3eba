import { describe, expect, it } from 'vitest';
import type { FieldDescribe, FormState } from '../../contract/index.ts';
import { parse } from '../../expression/index.ts';
import { FormLogic } from '../rules/index.ts';
import { validatePage, type PageDocument } from '../index.ts';
import { actions, widgets } from '../testing/samples.ts';
import { closedFormPage, lockedFormPage, type ClosedForm } from './form-closed.ts';
import { smartFormPage, type FilledForm } from './smartForm.ts';
import { submissionPage, type ReadSubmission } from './submission.ts';

const field = (apiName: string, more: Partial<FieldDescribe> = {}): FieldDescribe => ({
  id: apiName,
  apiName,
  label: apiName,
  type: 'text',
  order: 0,
  ...more,
});
const options = ['a', 'b'].map((code) => ({ code, label: code }));
const FIELDS = [
  field('title', { required: true }),
  field('kind', { type: 'singleSelect', options }),
  field('why'),
];
const rules = [
  {
    when: `kind = 'a'`,
    then: [
      { do: 'show' as const, targets: ['why'] },
      { do: 'require' as const, targets: ['why'] },
    ],
  },
  {
    when: `title = 'x'`,
    then: [
      { do: 'limitOptions' as const, targets: ['kind'], options: ['b'] },
      { do: 'set' as const, targets: ['why'], value: '定' },
    ],
  },
];
const form = (
  pages = 1,
  captcha = false,
  terminal: FilledForm['body']['terminal'] = 'both',
): FilledForm => ({
  name: '登记',
  allowEdit: true,
  success: {},
  formVersion: 3,
  captcha,
  describe: {
    id: 'form',
    apiName: 'form',
    label: '登记',
    titleField: 'id',
    appId: null,
    version: 3,
    validator: '',
    fields: FIELDS,
  },
  body: {
    terminal,
    rules,
    layout: {
      pages: Array.from({ length: pages }, () => ({
        sections: [
          {
            items: [
              { kind: 'text' as const, text: '说明' },
              ...FIELDS.map(({ apiName }) => ({ kind: 'field' as const, field: apiName })),
            ],
          },
        ],
      })),
    },
  },
});
const WHERE = { key: 'form.tk', token: 'k' };
const nodesOf = (filled: FilledForm) => Object.values(smartFormPage(filled, WHERE).nodes);

describe('the page of a smart form', () => {
  it('shows, needs and limits fields as its rules say, in expressions over its form', () => {
    const nodes = nodesOf(form());
    const why = nodes.find(({ bind }) => bind === 'record.why');
    expect(why?.when?.visible).toEqual({ $x: `(record.kind = 'a') ?? false` });
    expect(JSON.stringify(nodes.find(({ bind }) => bind === 'record.kind')?.props)).toContain(
      '"disabled"',
    );
    for (const [, source] of JSON.stringify(nodes).matchAll(/"\$x":"((?:[^"\\]|\\.)*)"/g))
      expect(parse(JSON.parse(`"${source}"`) as string).ok).toBe(true);
  });
  it('takes the values of all its fields and the version they were filled in against', () => {
    const text = JSON.stringify(nodesOf(form()));
    expect(text).toContain('"formVersion":3');
    expect(text).toContain('"title":{"$x":"record.title"}');
  });
  it('walks through its pages in steps, and asks its question at the end', () => {
    const nodes = nodesOf(form(2, true));
    expect(nodes.filter(({ type }) => type === 'steps@1')).toHaveLength(1);
    expect(nodes.filter(({ bind }) => bind === 'state.answer')).toHaveLength(1);
    expect(nodesOf(form()).some(({ type }) => type === 'steps@1')).toBe(false);
  });
  it('says why it is closed, for every reason', () => {
    for (const state of [
      'login',
      'password',
      'notBegun',
      'ended',
      'full',
      'stopped',
      'done',
    ] as FormState[]) {
      const closed: ClosedForm = { state, name: '登记', startAt: '2026-01-01T00:00:00Z' };
      const page = closedFormPage(closed, 'form.tk', 'k');
      expect(page.title).toBe('登记');
      expect(JSON.stringify(page).includes('2026-01-01 08:00')).toBe(state === 'notBegun');
    }
  });
});

describe('pages made of a form', () => {
  const describes = form().describe;
  const detail: ReadSubmission = {
    id: 's',
    formId: 'f',
    formName: '登记',
    object: 'visit',
    objectLabel: '到访',
    appId: null,
    at: '2026-11-20T01:00:00Z',
    changedAt: '2026-11-21T01:00:00Z',
    state: 'changed',
    title: '',
    canEdit: true,
    flow: null,
    layout: form(2).body.layout,
    describe: describes,
    values: { title: '王' },
    labels: {},
  };
  const closed: ClosedForm = { state: 'password', name: '登记' };
  const { key } = WHERE;
  it.each<[string, PageDocument]>([
    ['to fill in', smartFormPage(form(1, true), WHERE)],
    ['in steps', smartFormPage(form(3), WHERE)],
    ['to change', smartFormPage(form(), { ...WHERE, values: { title: '王' } })],
    ['with a password', closedFormPage(closed, key, 'k')],
    ['for a telephone', smartFormPage(form(1, true, 'mobile'), WHERE)],
    ['for a computer', smartFormPage(form(2, false, 'pc'), WHERE)],
    ['that is locked', lockedFormPage('登记', key)],
    ['a submission', submissionPage(detail, key)],
    ['a submission whose record is gone', submissionPage({ ...detail, state: 'removed' }, key)],
  ])('are sound: %s', (_what, page) => {
    const problems = validatePage(page, {
      widgets,
      actions,
      describe: () => describes,
    }).problems.map(({ path, msg }) => `${path} ${msg}`);
    // The request's id is given by who embeds the page.
    expect(problems.filter((each) => !/缺少“requestId”$/.test(each))).toEqual([]);
  });
  it('show a submission section by section, and offer its change where it may be changed', () => {
    const nodes = (more: Partial<ReadSubmission>) =>
      Object.values(submissionPage({ ...detail, ...more }, key).nodes);
    expect(
      nodes({})
        .filter(({ type }) => type === 'descriptions@1')
        .map(({ props }) => props?.['fields']),
    ).toEqual([
      ['title', 'kind', 'why'],
      ['title', 'kind', 'why'],
    ]);
    expect(
      nodes({}).find(({ type, props }) => type === 'text@1' && props?.['kind'] === 'secondary')
        ?.props?.['text'],
    ).toBe('提交于 2026-11-20 09:00，修改于 2026-11-21 09:00');
    expect(
      [nodes({}), nodes({ canEdit: false })].map((each) =>
        each.some(({ type }) => type === 'button@1'),
      ),
    ).toEqual([true, false]);
  });
});

describe('the rules of a smart form', () => {
  it('match its page: the last rule takes precedence, and later rules read what earlier ones set', () => {
    const logic = new FormLogic({ rules, validations: [] }, FIELDS);
    const settle = (values: Record<string, unknown>) =>
      logic.evaluate(values, { ctx: { now: new Date(), timeZone: 'Asia/Shanghai' }, user: null });
    expect([...settle({}).hidden]).toEqual(['why']);
    expect([...settle({ kind: 'a' }).hidden]).toEqual([]);
    expect(settle({ kind: 'a' }).required.get('why')).toBe(true);
    expect([...settle({ title: 'x' }).options.get('kind')!]).toEqual(['b']);
    expect(settle({ title: 'x' }).values).toEqual({ title: 'x', why: '定' });
  });
  it('leave what they lock as it was, unless a rule sets it', () => {
    const lock = (do_: 'readonly' | 'set', value?: string) => ({
      do: do_,
      targets: ['why'],
      ...(value !== undefined && { value }),
    });
    const logic = new FormLogic(
      {
        rules: [
          { when: `kind = 'a'`, then: [lock('readonly')] },
          { when: `title = 'x'`, then: [lock('set', '定'), lock('readonly')] },
        ],
        validations: [],
      },
      FIELDS,
    );
    const why = (values: Record<string, unknown>) =>
      logic.evaluate(
        values,
        { ctx: { now: new Date(), timeZone: 'Asia/Shanghai' }, user: null },
        { why: '原来' },
      ).values['why'];
    expect([
      why({ why: '我的' }),
      why({ why: '我的', kind: 'a' }),
      why({ why: '我的', title: 'x' }),
    ]).toEqual(['我的', '原来', '定']);
  });
});
