// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dateTimeText } from '../../src/values/index.ts';
import { failedCall } from '../../src/view/testing/index.ts';
import { openNode, openPage } from '../../tests/fixtures/page.ts';
import timeline from './index.ts';

const items = [
  { id: '1', title: '创建', time: '2026-11-18T01:12:00Z' },
  { id: '2', title: '审批', text: '同意' },
];
const texts = () => screen.getAllByRole('listitem').map((item) => item.textContent);

test('lists events in order, moments in local time, with what is still to come', async () => {
  await openNode(timeline, { props: { items, pending: '等待签收' } });
  expect(texts()).toEqual([
    `创建${dateTimeText(new Date('2026-11-18T01:12:00Z'))}`,
    '审批同意',
    '等待签收',
  ]);
});
test('the newest first when turned round', async () => {
  await openNode(timeline, { props: { items, reverse: true, pending: '等待' } });
  expect(texts()).toEqual([
    '等待',
    '审批同意',
    `创建${dateTimeText(new Date('2026-11-18T01:12:00Z'))}`,
  ]);
});
test('draws a slot for each event', async () => {
  await openNode(timeline, {
    props: { items },
    slots: {
      item: { as: 'event_', nodes: [{ type: 'words@1', props: { text: { $x: 'event_.title' } } }] },
    },
  });
  expect(screen.getAllByRole('paragraph').map((each) => each.textContent)).toEqual([
    '创建',
    '审批',
  ]);
});
test('follows a source: its events, that there are none, that it failed', async () => {
  const page = {
    sources: { log: { call: 'bizmeta.app.list', input: {} } },
    body: { type: 'timeline@1', bind: 'log', props: { empty: '还没有动态' } },
  };
  (await openPage([timeline], page, { answers: { 'bizmeta.app.list': items } })).expects({
    sees: '审批',
  });
  (await openPage([timeline], page, { answers: { 'bizmeta.app.list': [] } })).expects({
    sees: '还没有动态',
  });
  (
    await openPage([timeline], page, {
      answers: {
        'bizmeta.app.list': () => {
          throw failedCall('X', '取不到');
        },
      },
    })
  ).expects({ sees: '取不到' });
});
