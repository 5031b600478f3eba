import { describe, expect, it } from 'vitest';
import type { FieldDescribe, FormState, OpenedForm } from '../../contract/index.ts';
import { parse } from '../../expression/index.ts';
import { FormLogic } from '../rules/index.ts';
import { closedFormPage } from './form-closed.ts';
import { isFilled, smartFormPage, type FilledForm } from './smartForm.ts';

const field = (apiName: string, more: Partial<FieldDescribe> = {}): FieldDescribe => ({ id: apiName, apiName, label: apiName, type: 'text', order: 0, ...more });
const options = ['a', 'b'].map((code) => ({ code, label: code }));
const FIELDS = [field('title', { required: true }), field('kind', { type: 'singleSelect', options }), field('why')];
const rules = [{ when: `kind = 'a'`, then: [{ do: 'show' as const, targets: ['why'] }, { do: 'require' as const, targets: ['why'] }] }, { when: `title = 'x'`, then: [{ do: 'limitOptions' as const, targets: ['kind'], options: ['b'] }, { do: 'set' as const, targets: ['why'], value: '定' }] }];
const form = (pages = 1, captcha = false): FilledForm => ({
  state: 'open', name: '登记', formVersion: 3, captcha,
  describe: { id: 'form', apiName: 'form', label: '登记', titleField: 'id', appId: null, version: 3, validator: '', fields: FIELDS },
  body: { terminal: 'both', rules, validations: [], layout: { pages: Array.from({ length: pages }, () => ({ sections: [{ items: [{ kind: 'text' as const, text: '说明' }, ...FIELDS.map(({ apiName }) => ({ kind: 'field' as const, field: apiName }))] }] })) } },
});
const nodesOf = (filled: FilledForm) => Object.values(smartFormPage(filled, { key: 'k' }).nodes);

describe('the page of a smart form', () => {
  it('shows, needs and limits fields as its rules say, in expressions over its form', () => {
    const nodes = nodesOf(form());
    const why = nodes.find(({ bind }) => bind === 'record.why');
    expect(why?.when?.visible).toEqual({ $x: `(record.kind = 'a') ?? false` });
    expect(JSON.stringify(nodes.find(({ bind }) => bind === 'record.kind')?.props)).toContain('"disabled"');
    for (const [, source] of JSON.stringify(nodes).matchAll(/"\$x":"((?:[^"\\]|\\.)*)"/g)) expect(parse(JSON.parse(`"${source}"`) as string).ok).toBe(true);
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
  it('says why it is closed, whatever the reason', () => {
    for (const state of ['login', 'password', 'notBegun', 'ended', 'full', 'stopped', 'done'] as FormState[]) {
      const closed: OpenedForm = { state, name: '登记', startAt: '2026-01-01T00:00:00Z' };
      expect(isFilled(closed)).toBe(false);
      expect(closedFormPage(closed, { key: 'k' }, (iso) => iso.slice(0, 10)).title).toBe('登记');
    }
  });
});

describe('the rules of a smart form', () => {
  it('stand as its page has them: the last word is the last rule, and what they set is read by those after them', () => {
    const logic = new FormLogic({ rules, validations: [] }, FIELDS);
    const settle = (values: Record<string, unknown>) => logic.settle(values, { now: new Date(), timeZone: 'Asia/Shanghai' }, '0');
    expect([...settle({}).hidden]).toEqual(['why']);
    expect([...settle({ kind: 'a' }).hidden]).toEqual([]);
    expect(settle({ kind: 'a' }).required.get('why')).toBe(true);
    expect([...settle({ title: 'x' }).options.get('kind')!]).toEqual(['b']);
    expect(settle({ title: 'x' }).values).toEqual({ title: 'x', why: '定' });
  });
});
