// @vitest-environment jsdom
import { withTheme, type FormProps } from '@rjsf/core';
import { TranslatableString, type RJSFSchema } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { inputs, preloadInputs } from '../../ui/inputs/index.ts';
import { loadIcons } from '../../ui/icons/index.ts';
import { translateString } from './rjsf-words.ts';
import { arcoTheme } from './rjsf.tsx';

const Form = withTheme(arcoTheme);
beforeAll(() => Promise.all([preloadInputs(Object.keys(inputs)), loadIcons()]));
afterEach(cleanup);

// rjsf's published suite for themes, against our theme: it speaks to the test runner through
// globals.
Object.assign(globalThis, { describe, test, it, expect, vi, beforeAll, afterEach });
const suite = await import('@rjsf/snapshot-tests');
/**
 * A form as people meet it: one line a control, with its kind, name and state. Snapshots of whole
 * markup would only be noise.
 */
function outline(root: ParentNode): string {
  const lines = [
    ...root.querySelectorAll(
      'input, textarea, button, legend, label, [role], fieldset > div[id$=__title], [id$=__description], [id$=__help], output',
    ),
  ].map((element) => {
    const facts = [
      'id',
      'type',
      'role',
      'name',
      'aria-label',
      'aria-invalid',
      'aria-required',
      'aria-checked',
      'placeholder',
      'min',
      'max',
      'step',
    ]
      .filter((name) => element.hasAttribute(name))
      .map((name) => `${name}=${element.getAttribute(name)}`);
    const states = ['disabled', 'readonly', 'checked', 'autofocus'].filter((name) =>
      element.hasAttribute(name),
    );
    const value =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? JSON.stringify(element.value)
        : element.matches('button, label, legend, div, output')
          ? JSON.stringify(element.textContent)
          : '';
    return [element.tagName.toLowerCase(), ...facts, ...states, value].filter(Boolean).join(' ');
  });
  return lines.join('\n');
}
expect.addSnapshotSerializer({
  test: (value) => value instanceof DocumentFragment,
  serialize: (value: DocumentFragment) => outline(value),
});
const span = (columns: number) => ({ span: columns * 2 });
const grid = {
  ColumnWidthAll: span(12),
  ColumnWidth4: span(4),
  ColumnWidth6: span(6),
  ColumnWidth8: span(8),
};
describe('the published suite for rjsf themes', () => {
  suite.formTests(Form);
  suite.objectTests(Form);
  suite.arrayTests(Form);
  suite.gridTests(Form, grid);
});

const leave: RJSFSchema = {
  type: 'object',
  title: '请假单',
  required: ['reason', 'kind'],
  properties: {
    reason: { type: 'string', title: '事由' },
    kind: { type: 'string', title: '类型', enum: ['年假', '病假'] },
    days: { type: 'integer', title: '天数' },
    urgent: { type: 'boolean', title: '紧急' },
    trips: {
      type: 'array',
      title: '行程',
      items: { type: 'object', properties: { place: { type: 'string', title: '地点' } } },
    },
  },
};
const draw = (schema: RJSFSchema, more: Partial<FormProps> = {}) =>
  render(<Form schema={schema} validator={validator} onError={() => undefined} {...more} />);
describe('what each kind of field means to its person', () => {
  const cities = [
    { id: 1, name: '纽约' },
    { id: 2, name: '香港' },
    { id: 3, name: '成都' },
  ];
  it('stores the object that was chosen among objects, and names it', async () => {
    const onChange = vi.fn();
    draw(
      { type: 'object', properties: { at: { title: '城市', enum: cities } } },
      {
        uiSchema: { at: { 'ui:enumNames': ['纽约', '香港', '成都'] } },
        onChange: ({ formData }) => onChange(formData),
      },
    );
    await userEvent.click(screen.getByRole('combobox', { name: /城市/ }));
    await userEvent.click(screen.getByRole('option', { name: '香港' }));
    expect(onChange.mock.lastCall?.[0]).toEqual({ at: cities[1] });
    expect(document.body.textContent).not.toContain('[object');
  });
  it('stores of several objects those that were ticked', async () => {
    const onChange = vi.fn();
    draw(
      { type: 'array', title: '城市', uniqueItems: true, items: { type: 'object', enum: cities } },
      { uiSchema: { 'ui:widget': 'checkboxes' }, onChange: ({ formData }) => onChange(formData) },
    );
    const boxes = screen.getAllByRole('checkbox');
    expect(boxes).toHaveLength(3);
    await userEvent.click(boxes[2]!);
    await userEvent.click(boxes[0]!);
    expect(onChange.mock.lastCall?.[0]).toEqual([cities[0], cities[2]]);
    expect(document.body.textContent).not.toContain('[object');
  });
  it('shows description and help, as Markdown where the form enables it', () => {
    draw(
      {
        type: 'object',
        properties: {
          a: { type: 'string', title: '甲', description: '写**全名**' },
          b: { type: 'boolean', title: '乙', description: '想好了再选' },
          c: { type: 'string', title: '丙' },
        },
      },
      {
        uiSchema: {
          a: { 'ui:enableMarkdownInDescription': true, 'ui:help': '不可改' },
          c: { 'ui:description': '另写一句' },
        },
      },
    );
    expect(screen.getByText('全名').tagName).toBe('STRONG');
    for (const text of ['不可改', '想好了再选', '另写一句'])
      expect(screen.getByText(text)).toBeTruthy();
    const told = screen
      .getByLabelText('甲')
      .getAttribute('aria-describedby')!
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join('');
    expect(told).toContain('写全名');
  });
  it('says every fault in Chinese', async () => {
    const schema: RJSFSchema = {
      type: 'object',
      required: ['a'],
      properties: {
        a: { type: 'string', title: '甲' },
        b: { type: 'integer', title: '乙', minimum: 3 },
        c: { type: 'string', pattern: '^x' },
        d: { const: 1 },
        e: { oneOf: [{ type: 'string' }, { type: 'number' }] },
      },
      if: { properties: { b: { const: 1 } } },
      then: { required: ['f'] },
      dependencies: { b: ['g'] },
    };
    draw(schema, { formData: { b: 1, c: 'y', d: 2, e: true } });
    await userEvent.click(screen.getByRole('button', { name: '提交' }));
    const said = screen
      .getAllByRole('alert')
      .map((alert) => alert.textContent)
      .join('；');
    for (const sentence of ['甲：请填写', '不能小于 3', '格式不对', '须为 1'])
      expect(said).toContain(sentence);
    expect(said).not.toMatch(/must|should|required/);
  });
  it('draws a colour that holds any value, a range with its value, and files under a Chinese name', async () => {
    const onChange = vi.fn();
    draw(
      {
        type: 'object',
        properties: {
          ink: { type: 'string', title: '颜色', format: 'color' },
          size: { type: 'integer', title: '大小', minimum: 0, maximum: 10 },
          file: { type: 'string', title: '附件', format: 'data-url' },
        },
      },
      {
        formData: { ink: '#151ce6', size: 4 },
        uiSchema: { size: { 'ui:widget': 'range' } },
        onChange: ({ formData }) => onChange(formData),
      },
    );
    expect(screen.getByLabelText<HTMLInputElement>('颜色').value).toBe('#151ce6');
    await userEvent.clear(screen.getByLabelText('颜色'));
    await userEvent.type(screen.getByLabelText('颜色'), '#00ff7f');
    expect(onChange.mock.lastCall?.[0].ink).toBe('#00ff7f');
    expect(screen.getByText('4').tagName).toBe('OUTPUT');
    await userEvent.upload(
      screen.getByLabelText(/选择文件/),
      new File(['好'], 'a.txt', { type: 'text/plain' }),
    );
    expect(await screen.findByText(/a\.txt（3 字节）/)).toBeTruthy();
    expect(onChange.mock.lastCall?.[0].file).toMatch(/^data:text\/plain;name=a\.txt;base64,/);
  });
  it('gives a row in a row its whole width and a column its width on each screen', () => {
    const layout = {
      'ui:field': 'LayoutGridField',
      'ui:layoutGrid': {
        'ui:row': [
          {
            'ui:row': {
              gutter: 8,
              children: [
                { 'ui:col': { xs: 24, md: 12, children: ['a'] } },
                { 'ui:columns': { span: 12, children: ['b'] } },
              ],
            },
          },
        ],
      },
    };
    const { container } = draw(
      {
        type: 'object',
        properties: { a: { type: 'string', title: '甲' }, b: { type: 'string', title: '乙' } },
      },
      { uiSchema: layout },
    );
    const rows = [...container.querySelectorAll<HTMLElement>('[class*=row]')];
    expect(rows[1]?.parentElement).toBe(rows[0]);
    const [first, second] = [...container.querySelectorAll<HTMLElement>('[class*=column]')];
    const widths = (column: HTMLElement | undefined) =>
      ['xs', 'sm', 'md', 'lg'].map((screen) => column?.style.getPropertyValue(`--hz-${screen}`));
    expect(widths(first)).toEqual(['24', '24', '12', '12']);
    expect(widths(second)).toEqual(['12', '12', '12', '12']);
  });
  it('says what the buttons of an optional part do', async () => {
    draw(
      {
        type: 'object',
        properties: {
          home: {
            type: 'object',
            title: '住址',
            properties: { city: { type: 'string', title: '城市' } },
          },
        },
      },
      { uiSchema: { 'ui:globalOptions': { enableOptionalDataFieldForType: ['object'] } } },
    );
    await userEvent.click(screen.getByRole('button', { name: '填写这一部分' }));
    expect(screen.getByLabelText('城市')).toBeTruthy();
    expect(screen.getByRole('button', { name: '不填这一部分' })).toBeTruthy();
  });
});
test('rjsf has no sentence of its own left in English', () => {
  const left = Object.values(TranslatableString)
    .map((english) => translateString(english, ['甲', '乙', '丙']))
    .filter((text) => /[A-Za-z]{3,}|%\d/.test(text) && !text.includes('items'));
  expect(left).toEqual([]);
});

describe('a form drawn by rjsf in our theme', () => {
  it('hands on what was filled in, numbers as numbers', async () => {
    const onSubmit = vi.fn();
    render(
      <Form
        schema={leave}
        validator={validator}
        onSubmit={({ formData }) => onSubmit(formData)}
        onError={() => undefined}
      />,
    );
    await userEvent.type(screen.getByLabelText(/事由/), '探亲');
    await userEvent.click(screen.getByRole('combobox', { name: /类型/ }));
    await userEvent.click(screen.getByRole('option', { name: '病假' }));
    await userEvent.type(screen.getByLabelText('天数'), '3');
    await userEvent.click(screen.getByRole('switch', { name: '紧急' }));
    await userEvent.click(screen.getByRole('button', { name: '添加' }));
    await userEvent.type(screen.getByLabelText('地点'), '成都');
    await userEvent.click(screen.getByRole('button', { name: '提交' }));
    expect(onSubmit).toHaveBeenCalledWith({
      reason: '探亲',
      kind: '病假',
      days: 3,
      urgent: true,
      trips: [{ place: '成都' }],
    });
  });
  it('says what is missing at the field and ties the sentence to it', async () => {
    render(<Form schema={leave} validator={validator} onError={() => undefined} />);
    await userEvent.click(screen.getByRole('button', { name: '提交' }));
    const input = screen.getByLabelText(/事由/);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(
      document
        .getElementById(input.getAttribute('aria-describedby')!.split(' ')[0]!)
        ?.getAttribute('role'),
    ).toBe('alert');
  });
  it('adds, moves and removes rows', async () => {
    const onChange = vi.fn();
    render(
      <Form
        schema={leave}
        validator={validator}
        formData={{ trips: [{ place: 'a' }, { place: 'b' }] }}
        onChange={({ formData }) => onChange(formData)}
      />,
    );
    await userEvent.click(screen.getAllByRole('button', { name: '下移' })[0]!);
    expect(onChange.mock.lastCall?.[0].trips).toEqual([{ place: 'b' }, { place: 'a' }]);
    await userEvent.click(screen.getAllByRole('button', { name: '移除' })[0]!);
    expect(onChange.mock.lastCall?.[0].trips).toEqual([{ place: 'a' }]);
  });
  it('has no accessibility fault', async () => {
    const either = {
      title: '去法',
      oneOf: [
        { title: '车次', type: 'string' },
        { title: '公里数', type: 'number' },
      ],
    } as RJSFSchema;
    const schema = { ...leave, properties: { ...leave.properties, either } };
    const { container } = render(
      <Form schema={schema} validator={validator} formData={{ trips: [{}] }} />,
    );
    expect(screen.getByRole('combobox', { name: '去法' })).toBeTruthy();
    const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
    expect(violations.map((fault) => `${fault.id}: ${fault.nodes[0]?.html}`)).toEqual([]);
  });
});
