// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { ValueView, cellContent } from '../display/index.ts';
import { readValue } from '../../values/index.ts';
import { preloadInputs } from './inputs.ts';
import { edit, expectNoFaults, inputPorts } from './testing/edit.tsx';

beforeAll(() => preloadInputs(['colorCode']));
afterEach(cleanup);
const box = () => screen.getByRole<HTMLInputElement>('textbox');

it('a colour is typed: its # may be left out, three digits stand for six, capitals become small', async () => {
  const { value } = edit({ type: 'color' });
  await userEvent.type(box(), 'F0a');
  expect(value()).toBe('#ff00aa');
  expect(box().value).toBe('F0a');
  await userEvent.tab();
  expect(box().value).toBe('#ff00aa');
  await userEvent.clear(box());
  expect(value()).toBeUndefined();
  await userEvent.type(box(), '红');
  expect(value()).toBe('红');
});

it('a colour is picked from the palette with the keyboard alone', async () => {
  const { value, container } = edit({ type: 'color' });
  await userEvent.tab();
  const palette = screen.getByRole('button', { name: '订单的色板：未选择' });
  expect(document.activeElement).toBe(palette);
  await userEvent.keyboard('{Enter}{ArrowRight}{Enter}');
  expect(value()).toBe('#165dff');
  expect(palette.getAttribute('aria-label')).toBe('订单的色板：蓝');
  expect(box().value).toBe('#165dff');
  await expectNoFaults(container);
});

it('a locked colour is shown and not changed', () => {
  edit({ type: 'color' }, '#123456', inputPorts(), { disabled: true });
  expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true);
  expect(screen.getByRole('button').getAttribute('aria-label')).toBe('订单的色板：#123456');
});

it('a colour is shown with its code; what is none never becomes a style', () => {
  const { container, rerender } = render(
    <ValueView field={{ type: 'color' }} value="#165dff" labels={{}} />,
  );
  expect(container.textContent).toBe('#165dff');
  expect(container.querySelector('[style]')?.getAttribute('style')).toContain('rgb(22, 93, 255)');
  rerender(<ValueView field={{ type: 'color' }} value="url(https://x.example)" labels={{}} />);
  expect(container.querySelector('[style]')).toBeNull();
  expect(cellContent({ type: 'color' }, 'red', { labels: {} })).toBe('red');
});

it('pasted texts are read as a colour', () => {
  const read = (text: string) => readValue({ type: 'color' }, text, new Date());
  expect(read(' #165DFF ')).toEqual({ value: '#165dff' });
  expect(read('abc')).toEqual({ value: '#aabbcc' });
  expect(read('#165dff80')).toEqual({ wrong: '“#165dff80”不是颜色代码' });
});
