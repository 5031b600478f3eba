// @vitest-environment jsdom
import { withTheme } from '@rjsf/core';
import type { RJSFSchema } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { inputs, loadIcons, preloadInputs } from './index.ts';
import { arcoTheme } from './rjsf.tsx';

const Form = withTheme(arcoTheme);
beforeAll(() => Promise.all([preloadInputs(Object.keys(inputs)), loadIcons()]));
afterEach(cleanup);

// rjsf's published suite for themes, against our theme: it speaks to the test runner through globals.
Object.assign(globalThis, { describe, test, it, expect, vi, beforeAll, afterEach });
const suite = await import('@rjsf/snapshot-tests');
/** A form as people meet it: one line a control, with its kind, name and state. Snapshots of whole markup would only be noise. */
function outline(root: ParentNode): string {
  const lines = [...root.querySelectorAll('input, textarea, button, legend, label, [role], fieldset > div[id$=__title], fieldset > div[id$=__description], [id$=__help]')].map((element) => {
    const facts = ['id', 'type', 'role', 'name', 'aria-label', 'aria-invalid', 'aria-required', 'aria-checked', 'placeholder', 'min', 'max', 'step'].filter((name) => element.hasAttribute(name)).map((name) => `${name}=${element.getAttribute(name)}`);
    const states = ['disabled', 'readonly', 'checked', 'autofocus'].filter((name) => element.hasAttribute(name));
    const value = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? JSON.stringify(element.value) : element.matches('button, label, legend, div') ? JSON.stringify(element.textContent) : '';
    return [element.tagName.toLowerCase(), ...facts, ...states, value].filter(Boolean).join(' ');
  });
  return lines.join('\n');
}
expect.addSnapshotSerializer({ test: (value) => value instanceof DocumentFragment, serialize: (value: DocumentFragment) => outline(value) });
const span = (columns: number) => ({ span: columns * 2 });
const grid = { ColumnWidthAll: span(12), ColumnWidth4: span(4), ColumnWidth6: span(6), ColumnWidth8: span(8) };
describe('the published suite for rjsf themes', () => {
  suite.formTests(Form);
  suite.objectTests(Form);
  suite.arrayTests(Form);
  suite.gridTests(Form, grid);
});

const leave: RJSFSchema = {
  type: 'object', title: '请假单', required: ['reason', 'kind'],
  properties: {
    reason: { type: 'string', title: '事由' }, kind: { type: 'string', title: '类型', enum: ['年假', '病假'] }, days: { type: 'integer', title: '天数' }, urgent: { type: 'boolean', title: '紧急' },
    trips: { type: 'array', title: '行程', items: { type: 'object', properties: { place: { type: 'string', title: '地点' } } } },
  },
};
describe('a form drawn by rjsf in our theme', () => {
  it('hands on what was filled in, numbers as numbers', async () => {
    const onSubmit = vi.fn();
    render(<Form schema={leave} validator={validator} onSubmit={({ formData }) => onSubmit(formData)} onError={() => undefined} />);
    await userEvent.type(screen.getByLabelText(/事由/), '探亲');
    await userEvent.click(screen.getByRole('combobox', { name: /类型/ }));
    await userEvent.click(screen.getByRole('option', { name: '病假' }));
    await userEvent.type(screen.getByLabelText('天数'), '3');
    await userEvent.click(screen.getByRole('switch', { name: '紧急' }));
    await userEvent.click(screen.getByRole('button', { name: '添加' }));
    await userEvent.type(screen.getByLabelText('地点'), '成都');
    await userEvent.click(screen.getByRole('button', { name: '提交' }));
    expect(onSubmit).toHaveBeenCalledWith({ reason: '探亲', kind: '病假', days: 3, urgent: true, trips: [{ place: '成都' }] });
  });
  it('says what is missing at the field and ties the sentence to it', async () => {
    render(<Form schema={leave} validator={validator} onError={() => undefined} />);
    await userEvent.click(screen.getByRole('button', { name: '提交' }));
    const input = screen.getByLabelText(/事由/);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(input.getAttribute('aria-describedby')!.split(' ')[0]!)?.getAttribute('role')).toBe('alert');
  });
  it('adds, moves and removes rows', async () => {
    const onChange = vi.fn();
    render(<Form schema={leave} validator={validator} formData={{ trips: [{ place: 'a' }, { place: 'b' }] }} onChange={({ formData }) => onChange(formData)} />);
    await userEvent.click(screen.getAllByRole('button', { name: '下移' })[0]!);
    expect(onChange.mock.lastCall?.[0].trips).toEqual([{ place: 'b' }, { place: 'a' }]);
    await userEvent.click(screen.getAllByRole('button', { name: '移除' })[0]!);
    expect(onChange.mock.lastCall?.[0].trips).toEqual([{ place: 'a' }]);
  });
  it('has no accessibility fault', async () => {
    const { container } = render(<Form schema={leave} validator={validator} formData={{ trips: [{}] }} />);
    const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
    expect(violations.map((fault) => `${fault.id}: ${fault.nodes[0]?.html}`)).toEqual([]);
  });
});
