// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { richTextFault, formatValue } from '../../../values/index.ts';
import { RichTextView } from '../../display/index.ts';
import { preloadInputs } from '../inputs.ts';
import { edit, expectNoFaults, inputPorts } from '../testing/edit.tsx';
import { linkOf } from './LinkPanel.tsx';

const text = (words: string, ...marks: object[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
});
const doc = (...content: object[]) => ({ type: 'doc', content });
const paragraph = (...content: object[]) => ({
  type: 'paragraph',
  ...(content.length > 0 && { content }),
});
const WHOLE = doc(
  { type: 'heading', attrs: { level: 2 }, content: [text('标题')] },
  paragraph(
    text('粗', { type: 'bold' }),
    text('网址', { type: 'link', attrs: { href: 'https://example.com' } }),
  ),
  {
    type: 'orderedList',
    attrs: { start: 3, type: null },
    content: [{ type: 'listItem', content: [paragraph(text('第三'))] }],
  },
  { type: 'blockquote', content: [paragraph(text('引用'))] },
  { type: 'codeBlock', attrs: { language: null }, content: [text('a < b')] },
  { type: 'horizontalRule' },
);
beforeAll(() => {
  // jsdom lays nothing out; ProseMirror asks where things are when it scrolls.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  document.elementFromPoint = () => null;
  return preloadInputs(['richText']);
});
afterEach(cleanup);
const editor = () => screen.getByRole('textbox', { name: '订单' });
const paste = (html: string, plain = '') =>
  fireEvent.paste(editor(), {
    clipboardData: {
      getData: (type: string) => ({ 'text/html': html, 'text/plain': plain })[type] ?? '',
      files: [],
      types: ['text/html'],
      items: [],
    },
  });

describe('a rich text', () => {
  it('takes nothing from the clipboard that is not on the list: no script, no handler, no javascript: address', () => {
    const { value, container } = edit({ type: 'richText' });
    paste(
      '<h1>标题</h1><p onclick="alert(1)">一<b>二</b><script>alert(1)</script><a href="javascript:alert(1)">坏</a><a href="https://example.com" onmouseover="x()">好</a><img src=x onerror="alert(1)"><iframe src="https://evil.example"></iframe></p><table><tr><td>格</td></tr></table>',
    );
    const json = JSON.stringify(value());
    expect(richTextFault(value())).toBeUndefined();
    expect(json).not.toMatch(/javascript|alert|onclick|onerror|iframe|img/);
    expect(json).toContain('"href":"https://example.com"');
    expect(
      container.querySelector(
        'script, img, iframe, [onclick], [onmouseover], a[href^="javascript"]',
      ),
    ).toBeNull();
    expect(editor().textContent).toContain('坏');
  });
  it('goes through the editor unchanged: what was only read is not a change', async () => {
    const { value, set } = edit({ type: 'richText' }, WHOLE);
    await waitFor(() => expect(editor().querySelector('h2')?.textContent).toBe('标题'));
    expect(value()).toBe(WHOLE);
    set(doc(paragraph(text('另一份'))));
    await waitFor(() => expect(editor().textContent).toBe('另一份'));
    set(undefined);
    await waitFor(() => expect(editor().textContent).toBe(''));
    expect(value()).toBeUndefined();
  });
  it('keeps what it holds when one changes it, and every change is a document the server takes', () => {
    const { value } = edit({ type: 'richText' }, WHOLE);
    paste('', '再加一句');
    expect(richTextFault(value())).toBeUndefined();
    const after = value() as { content: { type: string }[] };
    expect(after.content.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'heading',
        'orderedList',
        'blockquote',
        'codeBlock',
        'horizontalRule',
      ]),
    );
  });
  it('is formatted with the toolbar, which is one stop of the Tab key and walked with the arrows', async () => {
    const { value } = edit({ type: 'richText' }, doc(paragraph(text('一行'))));
    await expectNoFaults();
    const bar = screen.getByRole('toolbar', { name: '订单的格式' });
    const stops = within(bar)
      .getAllByRole('button')
      .filter((button) => button.tabIndex === 0);
    expect([stops.length, within(bar).getByRole('combobox').tabIndex]).toEqual([0, 0]);
    within(bar).getByRole('combobox').focus();
    fireEvent.keyDown(bar, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(within(bar).getByRole('button', { name: '加粗' }));
    await userEvent.click(within(bar).getByRole('button', { name: '无序列表' }));
    expect(value()).toEqual(
      doc({
        type: 'bulletList',
        content: [{ type: 'listItem', content: [paragraph(text('一行'))] }],
      }),
    );
    // The editor takes the focus back a frame later, which closes a list that is open by then.
    await waitFor(() => expect(document.activeElement).toBe(editor()));
    await userEvent.click(within(bar).getByRole('combobox'));
    await userEvent.click(screen.getByRole('option', { name: '正文' }));
    await userEvent.click(within(bar).getByRole('button', { name: '撤销' }));
    expect(value()).toEqual(doc(paragraph(text('一行'))));
  });
  it('makes links of addresses, mail and telephone numbers, and refuses others in words', async () => {
    expect(
      [
        'https://a.cn/x?y=1',
        'example.com/路',
        'name@example.com',
        '0571-8888 0000',
        'javascript:alert(1)',
        'data:text/html,x',
        'x',
      ].map(linkOf),
    ).toEqual([
      'https://a.cn/x?y=1',
      'https://example.com/路',
      'mailto:name@example.com',
      'tel:057188880000',
      null,
      null,
      null,
    ]);
    const { value } = edit({ type: 'richText' });
    await userEvent.click(screen.getByRole('button', { name: '链接' }));
    await userEvent.type(
      screen.getByRole('textbox', { name: '链接地址' }),
      'javascript:alert(1){Enter}',
    );
    expect(screen.getByRole('alert').textContent).toBe('请填写网址、邮箱或电话号码');
    expect(value()).toBeUndefined();
    await userEvent.clear(screen.getByRole('textbox', { name: '链接地址' }));
    await userEvent.type(screen.getByRole('textbox', { name: '链接地址' }), 'example.com{Enter}');
    expect(JSON.stringify(value())).toContain('"href":"https://example.com"');
    expect(richTextFault(value())).toBeUndefined();
  });
  it('cannot be typed in where it is locked, and has no toolbar there', () => {
    edit({ type: 'richText' }, WHOLE, inputPorts(), { readonly: true });
    expect([
      editor().getAttribute('contenteditable'),
      editor().getAttribute('aria-readonly'),
      screen.queryByRole('toolbar'),
    ]).toEqual(['false', 'true', null]);
  });
  it('shows text and foreign values it did not write, and keeps them', async () => {
    const { value } = edit({ type: 'richText' }, '旧的说明');
    await waitFor(() => expect(editor().textContent).toBe('旧的说明'));
    expect(value()).toBe('旧的说明');
  });
  it('marks a text that is too long and cuts nothing', () => {
    edit({ type: 'richText', maxLength: 5 }, doc(paragraph(text('一二三四五六'))));
    expect(screen.getByText('6 / 5')).toBeTruthy();
  });
});

describe('a rich text for reading', () => {
  it('is elements, with headings below those of the page and links that lead out only', () => {
    const { container } = render(<RichTextView value={WHOLE} />);
    expect([
      container.querySelector('h4')?.textContent,
      container.querySelector('ol')?.getAttribute('start'),
      container.querySelector('pre')?.textContent,
    ]).toEqual(['标题', '3', 'a < b']);
    expect(container.querySelector('a')?.getAttribute('rel')).toBe('noopener noreferrer');
  });
  it('never makes HTML of a value, with any content', () => {
    const evil = doc(
      paragraph(
        text('<img src=x onerror=alert(1)>', {
          type: 'link',
          attrs: { href: 'javascript:alert(1)' },
        }),
      ),
      { type: 'script', content: [text('内容')] },
      { type: 'constructor' },
    );
    const { container } = render(<RichTextView value={evil} />);
    expect(container.querySelector('img, a, script')).toBeNull();
    expect(container.textContent).toBe('<img src=x onerror=alert(1)>内容');
    for (const odd of [null, 0, 'x', [], {}, { type: 'doc', content: [null, 1, { type: 1 }] }])
      expect(() => {
        render(<RichTextView value={odd} />);
      }).not.toThrow();
  });
  it('is one line of text in a table', () => {
    expect(formatValue({ type: 'richText' }, WHOLE)).toBe('标题 粗网址 第三 引用 a < b');
  });
});
