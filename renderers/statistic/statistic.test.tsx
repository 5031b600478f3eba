// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import statistic from './index.ts';

test('groups the digits and shows what the number is of', async () => {
  const on = await openNode(statistic, { props: { title: '本月回款', value: 1284500.5, precision: 2, prefix: '¥', suffix: '元', hint: '较上月增加 12%' } });
  on.expects({ sees: ['本月回款', '¥1,284,500.50', '元', '较上月增加 12%'] });
  expect(on.container.querySelector('dd')).not.toBeNull();
});
test('a number that is not there is a dash', async () => {
  const on = await openNode(statistic, { props: { title: '本月回款', value: null } });
  on.expects({ sees: '—' });
});
