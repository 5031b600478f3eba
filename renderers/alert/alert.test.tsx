// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode, openPage } from '../../tests/fixtures/page.ts';
import alert from './index.ts';

test('errors are read out at once, information when there is time', async () => {
  await openNode(alert, { props: { kind: 'error', text: '账号或密码不正确' } });
  expect(screen.getByRole('alert').textContent).toBe('账号或密码不正确');
  await openNode(alert, { props: { kind: 'info', text: '草稿已保存' } });
  expect(screen.getByRole('status').textContent).toBe('草稿已保存');
});
test('can be closed, and comes back with another message', async () => {
  const on = await openPage([alert], {
    state: { text: { type: 'text', init: '第一条' } },
    body: {
      type: 'alert@1',
      props: { text: { $x: 'state.text' }, closable: true },
      on: { close: [{ do: 'toast', args: { text: '关了' } }] },
    },
  } as never);
  await on.click('关闭提示');
  on.expects({ lacks: '第一条' });
  expect(on.ports.log.at(-1)).toMatchObject({ text: '关了' });
  on.scope.cells.get('text')?.set('第二条');
  await on.settle();
  on.expects({ sees: '第二条' });
});
test('without words it is not there', async () => {
  await openNode(alert, { props: { kind: 'error' } });
  expect(screen.queryByRole('alert')).toBeNull();
});
