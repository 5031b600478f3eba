// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode, openPage } from '../../tests/fixtures/page.ts';
import markdown from './index.ts';

const open = (text: string) => openNode(markdown, { props: { text } });
test('marks become headings, lists, tables and ticks', async () => {
  await open('# 标题\n\n- [x] 做完\n\n| 甲 | 乙 |\n|---|---|\n| 1 | 2 |');
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('标题');
  expect((screen.getByRole('checkbox') as HTMLInputElement).checked).toBe(true);
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['1', '2']);
});
test('HTML in a text makes no element', async () => {
  const on = await open(
    '<script>alert(1)</script>\n\n<img src="/x" onerror="alert(1)"> 你好 <b>粗</b>',
  );
  expect(on.container.querySelectorAll('script, img, b')).toHaveLength(0);
  on.expects({ sees: '你好' });
});
test('addresses that could run something lead nowhere', async () => {
  await open(
    '[a](javascript:alert(1)) [b](data:text/html,x) [c](//evil.example) [d](vbscript:x) [e](jAvAsCrIpT:alert(1)) [f](\\\\\\\\evil)',
  );
  expect(screen.queryAllByRole('link')).toEqual([]);
});
test('a link out opens a window that knows nothing of us; one of our own goes there', async () => {
  const on = await open('[外](https://example.com) [内](/app/crm)');
  expect(screen.getByRole('link', { name: '外' }).getAttribute('rel')).toBe('noopener noreferrer');
  await on.user.click(screen.getByRole('link', { name: '内' }));
  expect(on.ports.log).toEqual([{ kind: 'navigate', path: '/app/crm', replace: false }]);
});
test('only pictures of our own are fetched', async () => {
  const on = await open(
    '![标志](/logo.png) ![外](https://example.com/track.gif) ![绕](//example.com/a.png)',
  );
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual([
    '/logo.png',
  ]);
  on.expects({ sees: '图片：外（外部图片不显示）' });
});
test('follows a bound cell, and says when it is empty', async () => {
  (
    await openPage([markdown], {
      state: { text: { type: 'text', init: '**粗**' } },
      body: { type: 'markdown@1', bind: 'state.text' },
    })
  ).expects({ sees: '粗' });
  (await openNode(markdown, { props: { text: ' ', empty: '还没有说明' } })).expects({
    sees: '还没有说明',
  });
});
