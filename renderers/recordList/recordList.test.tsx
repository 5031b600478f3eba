// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failedCall } from '../../src/view/testing/index.ts';
import { makeOrders, ordersPage } from '../../tests/fixtures/orders.ts';
import recordList from './index.ts';

const node = {
  type: 'recordList@1',
  bind: 'orders',
  props: { linkPath: '/app/1/order/record/{id}', timeField: 'placedOn' },
};

test('names the records, says when, leads to each and counts them all', async () => {
  const page = await ordersPage([recordList], [node], { records: makeOrders(1_200), size: 2 });
  expect(
    screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['订单 12026-11-02', '/app/1/order/record/r1'],
    ['订单 22026-11-02', '/app/1/order/record/r2'],
  ]);
  page.expects({ sees: '共 1,200 条' });
  await page.user.click(screen.getAllByRole('link')[1]!);
  expect(page.ports.log).toContainEqual(
    expect.objectContaining({ kind: 'navigate', path: '/app/1/order/record/r2' }),
  );
});
test('says what belongs here when there is nothing yet', async () => {
  const page = await ordersPage([recordList], [node], { records: [] });
  page.expects({ sees: '还没有订单', lacks: '共 0 条' });
});
test('a failure can be tried again', async () => {
  let fails = true;
  const answer = () => {
    if (fails) throw failedCall('UNAVAILABLE', '服务暂不可用');
    return { records: [], total: 0, totalIsEstimate: false, labels: {} };
  };
  const page = await ordersPage([recordList], [node], {
    answers: { 'bizmeta.record.list': answer },
  });
  page.expects({ sees: '服务暂不可用' });
  fails = false;
  await page.click('重试');
  page.expects({ sees: '还没有订单' });
});
