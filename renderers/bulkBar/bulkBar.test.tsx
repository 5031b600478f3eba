// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listOn, ordersPage } from '../../tests/fixtures/orders.ts';
import bulkBar from './index.ts';

test('appears with a selection, counts it, and clears it', async () => {
  const page = await ordersPage([bulkBar], [{ type: 'bulkBar@1', bind: 'orders', slots: { actions: [{ type: 'press@1', props: { text: '删除' } }] } }]);
  expect(screen.queryByRole('region')).toBeNull();
  listOn(page).select(['r1', 'r2'], true); await page.settle();
  page.expects({ sees: ['已选 2 条', '删除'] });
  await page.click('取消选择');
  expect(listOn(page).selection.size).toBe(0);
  expect(screen.queryByRole('region')).toBeNull();
});
