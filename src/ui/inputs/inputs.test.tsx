// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FieldDescribe } from '../../contract/index.ts';
import type { JSONSchema7 } from '../../runtime/models/index.ts';
import { inputs, preloadInputs } from './inputs.ts';
import { edit, expectNoFaults, inputPorts as fakePorts } from './testing/edit.tsx';

const options = [
  { code: 'a', label: '待付款', color: 'orange' },
  { code: 'b', label: '已付款', color: 'green' },
  { code: 'c', label: '已取消', disabled: true },
];
const describes: Partial<FieldDescribe>[] = [
  { type: 'text' },
  { type: 'longText', maxLength: 20 },
  { type: 'integer' },
  { type: 'decimal', scale: 2 },
  { type: 'currency', scale: 2, currencyCode: 'CNY' },
  { type: 'percent' },
  { type: 'boolean' },
  { type: 'date' },
  { type: 'dateTime' },
  { type: 'singleSelect', options },
  { type: 'multiSelect', options },
  { type: 'user' },
  { type: 'dept' },
  { type: 'lookup', refObject: 'customer' },
  { type: 'attachment' },
  { type: 'email' },
  { type: 'phone' },
  { type: 'url' },
  { type: 'richText', maxLength: 50 },
  { type: 'time' },
  { type: 'yearMonth' },
  { type: 'dateRange' },
  {
    type: 'cascade',
    options: [{ code: 'p', label: '水果', children: [{ code: 'q', label: '苹果' }] }],
  },
  { type: 'area' },
  { type: 'users' },
  { type: 'depts' },
  { type: 'role' },
  { type: 'image' },
  { type: 'signature' },
  { type: 'rating' },
  { type: 'slider' },
  { type: 'location' },
  { type: 'barcode' },
  { type: 'color' },
  { type: 'duration' },
];
beforeAll(() => preloadInputs(Object.keys(inputs)));
afterEach(cleanup);

describe('every input', () => {
  for (const field of describes) {
    it(`of ${field.type} has a name, takes a disabled and a read-only state and has no accessibility fault`, async () => {
      for (const extra of [
        {},
        { disabled: true },
        { readonly: true },
        { errors: ['订单不能为空'] },
      ]) {
        const { container, value } = edit(field, undefined, fakePorts(), extra);
        await expectNoFaults(container);
        expect(value()).toBeUndefined();
        cleanup();
      }
    });
    it(`of ${field.type} survives values of a wrong type and keeps them until somebody changes them`, () => {
      for (const odd of [
        null,
        0,
        'x',
        true,
        {},
        [],
        [1],
        [{ code: 1 }],
        { from: 1, lng: 'x' },
        { type: 'doc', content: 'x' },
      ]) {
        const { value } = edit(field, odd);
        expect(value()).toBe(odd);
        cleanup();
      }
    });
  }
});

describe('choices of a schema', () => {
  it.each<[string, JSONSchema7, unknown]>([
    ['radio', { type: 'integer', enum: [1, 2] }, 2],
    ['radio', { type: 'boolean', oneOf: [{ const: true }, { const: false }] }, false],
    ['radio', { type: 'string', enum: ['1', '2'] }, '2'],
  ])('of a %s store the schema’s own value', async (input, schema, stored) => {
    const codes = (schema.enum ?? schema.oneOf!.map((each) => (each as JSONSchema7).const)).map(
      (code) => ({ code: String(code), label: String(code) }),
    );
    const { value } = edit({ schema, input, options: codes } as never);
    await userEvent.click(screen.getAllByRole('radio')[1]!);
    expect(value()).toBe(stored);
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([
      false,
      true,
    ]);
  });
});

describe('numbers', () => {
  it.each([
    ['decimal', 0.85],
    ['percent', 85],
  ] as const)('takes 85%% typed into a %s for %s', async (type, stored) => {
    const { value } = edit({ type, scale: 4 }, undefined);
    await userEvent.type(screen.getByRole('textbox'), '85%');
    expect(value()).toBe(stored);
  });
  it('groups a resting amount, shows it plain while it is typed, and keeps what is no number for the checks to refuse', async () => {
    const { value } = edit({ type: 'currency', scale: 2 }, 1234567.5);
    const input = screen.getByRole<HTMLInputElement>('textbox');
    expect(input.value).toBe('1,234,567.50');
    await userEvent.click(input);
    expect(input.value).toBe('1234567.5');
    await userEvent.clear(input);
    await userEvent.type(input, '12a');
    await userEvent.tab();
    expect([value(), input.value]).toEqual(['12a', '12a']);
    await userEvent.clear(input);
    await userEvent.type(input, '12.3456');
    await userEvent.tab();
    expect([value(), input.value]).toEqual([12.3456, '12.3456']);
  });
  it('is empty, not zero, when cleared', async () => {
    const { value } = edit({ type: 'integer' }, 7);
    await userEvent.clear(screen.getByRole('textbox'));
    expect(value()).toBeUndefined();
  });
  it('understands full-width digits and powers of ten, and groups only where the field wants it', async () => {
    const { value } = edit({ type: 'decimal', thousands: false });
    const input = screen.getByRole<HTMLInputElement>('textbox');
    await userEvent.type(input, '１２３');
    expect(value()).toBe(123);
    await userEvent.clear(input);
    await userEvent.type(input, '1e5');
    await userEvent.tab();
    expect([value(), input.value]).toEqual([100000, '100000']);
  });
  it('takes a pasted amount with its signs', async () => {
    const { value } = edit({ type: 'decimal', scale: 2 });
    await userEvent.click(screen.getByRole('textbox'));
    await userEvent.paste('￥1,234.50');
    expect(value()).toBe(1234.5);
  });
});

describe('dates', () => {
  it('reads what is typed at once, writes it out when the field is left, and keeps what it cannot read for the validator', async () => {
    const { value } = edit({ type: 'date' });
    const input = screen.getByRole('textbox');
    await userEvent.type(input, '2026/1/5');
    expect(value()).toBe('2026-01-05');
    await userEvent.tab();
    expect(value()).toBe('2026-01-05');
    await userEvent.clear(input);
    await userEvent.type(input, '下周');
    await userEvent.tab();
    expect(value()).toBe('下周');
  });
  it('steps a day with the arrow keys', async () => {
    const { value } = edit({ type: 'date' }, '2026-12-31');
    await userEvent.type(screen.getByRole('textbox'), '{ArrowUp}');
    expect(value()).toBe('2027-01-01');
  });
  it('stores a date-time in UTC and shows it in the local zone', async () => {
    const { value } = edit({ type: 'dateTime' });
    const input = screen.getByRole<HTMLInputElement>('textbox');
    await userEvent.type(input, '2026-01-05 9:30{Enter}');
    expect(value()).toBe('2026-01-05T01:30:00.000Z');
    expect(input.value).toBe('2026-01-05 09:30');
  });
});

describe('choices', () => {
  it('are made with the keyboard, skipping options that are switched off', async () => {
    const { value } = edit({ type: 'singleSelect', options });
    const box = screen.getByRole('combobox', { name: '订单' });
    await userEvent.click(box);
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      '待付款',
      '已付款',
    ]);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(value()).toBe('b');
    expect(screen.queryByRole('listbox')).toBeNull();
  });
  it('keep a chosen code whose option was removed', async () => {
    const { value } = edit({ type: 'multiSelect', options }, ['gone', 'b']);
    await userEvent.click(screen.getByRole('combobox'));
    await userEvent.click(screen.getByRole('option', { name: /待付款/ }));
    expect(value()).toEqual(['a', 'b', 'gone']);
  });
  it('take the last one back with the backspace key', async () => {
    const { value } = edit({ type: 'multiSelect', options }, ['a', 'b']);
    await userEvent.type(screen.getByRole('combobox'), '{Backspace}');
    expect(value()).toEqual(['a']);
  });
  it('close at Escape without choosing, and only the list closes', async () => {
    const outer = vi.fn();
    document.body.addEventListener('keydown', outer);
    const { value } = edit({ type: 'singleSelect', options });
    await userEvent.click(screen.getByRole('combobox'));
    await userEvent.keyboard('{ArrowDown}{Escape}');
    document.body.removeEventListener('keydown', outer);
    expect([value(), screen.queryByRole('listbox')]).toEqual([undefined, null]);
  });
});

describe('people, departments and records', () => {
  it('shows the name behind a stored id', () => {
    edit({ type: 'user' }, 'u1');
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('张伟');
  });
  it('searches people by the trimmed text after a pause and only once', async () => {
    const users = [{ id: 'u2', realName: '李娜', headImgUrl: '', deptName: '销售部' }];
    const ports = fakePorts({ 'upm.sysUser.listUserByDefault': () => users });
    const { value } = edit({ type: 'user' }, undefined, ports);
    await userEvent.type(screen.getByRole('combobox'), ' 李娜 ');
    await waitFor(() =>
      expect(ports.call).toHaveBeenCalledWith(
        'upm.sysUser.listUserByDefault',
        { name: '李娜' },
        expect.anything(),
      ),
    );
    expect(
      ports.call.mock.calls.filter(([, input]) => (input as { name?: string }).name !== undefined),
    ).toHaveLength(1);
    await userEvent.click(await screen.findByRole('option', { name: /李娜/ }));
    expect(value()).toBe('u2');
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('李娜');
  });
  it('finds records of the other object by their title and can be cleared', async () => {
    const ports = fakePorts({
      'bizmeta.record.list': () => ({ records: [{ id: 'c1', name: '蓝天公司' }] }),
    });
    const { value } = edit({ type: 'lookup', refObject: 'customer' }, undefined, ports);
    await userEvent.click(screen.getByRole('combobox'));
    await userEvent.click(await screen.findByRole('option', { name: '蓝天公司' }));
    expect(ports.call).toHaveBeenCalledWith(
      'bizmeta.record.list',
      expect.objectContaining({ object: 'customer', fields: ['id', 'name'] }),
      expect.anything(),
    );
    expect(value()).toBe('c1');
    await userEvent.click(screen.getByRole('button', { name: '清空订单' }));
    expect(value()).toBeUndefined();
  });
  it('shows a failed search to the person and an empty list, not a broken field', async () => {
    const ports = fakePorts({
      'upm.sysUser.listUserByDefault': () => {
        throw new Error('down');
      },
    });
    edit({ type: 'user' }, undefined, ports);
    await userEvent.click(screen.getByRole('combobox'));
    await waitFor(() => expect(ports.showFailure).toHaveBeenCalled());
    expect(screen.getByRole('status').textContent).toBe('没有找到这个人');
  });
  it('indents departments by their depth and finds one by its name', async () => {
    const tree = [
      {
        id: 'd1',
        parentId: '-1',
        title: '总部',
        children: [{ id: 'd2', parentId: 'd1', title: '销售部', children: [] }],
      },
    ];
    const { value } = edit(
      { type: 'dept' },
      undefined,
      fakePorts({ 'upm.org.assignedTree': () => tree }),
    );
    await userEvent.click(screen.getByRole('combobox'));
    expect((await screen.findByRole('option', { name: '销售部' })).style.paddingInlineStart).toBe(
      '28px',
    );
    await userEvent.type(screen.getByRole('combobox'), '销售{Enter}');
    expect(value()).toBe('d2');
  });
});

describe('files', () => {
  it('all arrive when several end at once, and one that is too large is reported', async () => {
    const ports = fakePorts();
    ports.upload.mockImplementation(async (file: File, progress: (share: number) => void) => {
      progress(0.5);
      return { fileId: file.name, name: file.name, size: file.size, mime: '' };
    });
    const { value, container } = edit({ type: 'attachment' }, undefined, ports);
    const huge = new File(['x'], '录像.mp4');
    Object.defineProperty(huge, 'size', { value: 60 * 1024 * 1024 });
    fireEvent.change(container.querySelector('input[type=file]')!, {
      target: { files: [new File(['a'], 'a.txt'), new File(['b'], 'b.txt'), huge] },
    });
    await waitFor(() => expect(value()).toHaveLength(2));
    expect(within(container).getByRole('alert').textContent).toContain('超过 50 MB');
    await userEvent.click(screen.getByRole('button', { name: '移除 a.txt' }));
    expect(value()).toEqual([expect.objectContaining({ fileId: 'b.txt' })]);
  });
});
