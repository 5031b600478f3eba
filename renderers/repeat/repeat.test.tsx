// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failedCall } from '../../src/view/testing/index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import repeat from './index.ts';

const slots = {
  item: {
    as: 'app',
    nodes: [{ type: 'words@1', props: { text: { $t: '{app.name} {app_index}' } } }],
  },
  empty: [{ type: 'words@1', props: { text: '还没有应用' } }],
};
const bound = {
  sources: { apps: { call: 'bizmeta.app.list', input: {} } },
  body: { type: 'repeat@1', bind: 'apps', slots },
} as never;
const rows = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

test('draws its slot once a row', async () => {
  await openPage([repeat], bound, {
    answers: {
      'bizmeta.app.list': [
        { id: 'a', name: '客户' },
        { id: 'b', name: '订单' },
      ],
    },
  });
  expect(rows()).toEqual(['客户 0', '订单 1']);
});
test('takes an expression in place of the bound data', async () => {
  await openPage([repeat], {
    state: { names: { type: 'list', init: [{ id: '1', name: '甲' }] } },
    body: { type: 'repeat@1', props: { items: { $x: 'state.names' } }, slots },
  } as never);
  expect(rows()).toEqual(['甲 0']);
});
test('says what belongs here when there is nothing', async () => {
  const on = await openPage([repeat], bound, { answers: { 'bizmeta.app.list': [] } });
  on.expects({ sees: '还没有应用' });
});
test('shows shapes while it waits, and a failure that can be tried again', async () => {
  let answer: () => unknown = () => new Promise(() => undefined);
  const waiting = await openPage([repeat], bound, {
    answers: { 'bizmeta.app.list': () => answer() },
  });
  expect(screen.getByLabelText('加载中')).toBeTruthy();
  waiting.expects({ lacks: '还没有应用' });
  answer = () => {
    throw failedCall('UNAVAILABLE', '服务暂不可用');
  };
  const on = await openPage([repeat], bound, { answers: { 'bizmeta.app.list': () => answer() } });
  on.expects({ sees: '服务暂不可用' });
  answer = () => [{ id: 'a', name: '客户' }];
  await on.click('重试');
  expect(rows()).toEqual(['客户 0']);
});
test('rows that share a key are all drawn', async () => {
  await openPage([repeat], bound, {
    answers: {
      'bizmeta.app.list': [{ id: 'a', name: '甲' }, { id: 'a', name: '乙' }, { name: '丙' }],
    },
  });
  expect(rows()).toEqual(['甲 0', '乙 1', '丙 2']);
});
test('rows of a form’s list are records: nodes inside follow their fields', async () => {
  const schema = {
    type: 'object',
    properties: {
      lines: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
    },
  };
  const on = await openPage([repeat], {
    forms: {
      draft: { schema: schema as never, init: { lines: [{ name: '纸' }, { name: '笔' }] } },
    },
    body: {
      type: 'repeat@1',
      bind: 'draft.lines',
      slots: {
        item: {
          as: 'line',
          nodes: [{ type: 'words@1', props: { text: { $t: '{line_index} {line.name}' } } }],
        },
      },
    },
  } as never);
  expect(rows()).toEqual(['0 纸', '1 笔']);
  const lines = on.scope.forms.get('draft')!.field('lines');
  lines.rows[1]!.field('name').set('墨');
  lines.moveRow(0, 1);
  await on.settle();
  expect(rows()).toEqual(['0 墨', '1 纸']);
});
test('the shapes are as high as the rows that are to come', async () => {
  const tall = {
    ...(bound as object),
    body: { type: 'repeat@1', bind: 'apps', slots, props: { skeletonHeight: 264 } },
  } as never;
  await openPage([repeat], tall, {
    answers: { 'bizmeta.app.list': () => new Promise(() => undefined) },
  });
  expect(
    [...screen.getByLabelText('加载中').children].map(
      (shape) => (shape as HTMLElement).style.height,
    ),
  ).toEqual(['264px', '264px', '264px']);
});
