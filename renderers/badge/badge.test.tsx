// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import badge from './index.ts';

const slots = { default: [{ type: 'words@1', props: { text: '消息' } }] };
test('a number too large is cut at its most, and read with its meaning', async () => {
  await openNode(badge, { props: { count: 128, label: '未读消息' }, slots });
  expect(screen.getByRole('img', { name: '未读消息：99+' }).textContent).toBe('99+');
});
test('nothing is shown for nothing, unless zero is asked for', async () => {
  await openNode(badge, { props: { count: 0 }, slots });
  expect(screen.queryByRole('img')).toBeNull();
  await openNode(badge, { props: { count: 0, showZero: true } });
  expect(screen.getByRole('img').textContent).toBe('0');
});
test('a dot says what it is for; a status is a dot beside its word', async () => {
  await openNode(badge, { props: { kind: 'dot', label: '有新消息' }, slots });
  expect(screen.getByRole('img', { name: '有新消息' }).textContent).toBe('');
  (await openNode(badge, { props: { kind: 'status', text: '运行中' } })).expects({
    sees: '运行中',
  });
});
test('a mark is inset further where its content has room around it', async () => {
  await openNode(badge, { props: { kind: 'dot', label: '有新消息', inset: 8 }, slots });
  expect(screen.getByRole('img').parentElement?.style).toMatchObject({ top: '8px', right: '8px' });
});
