// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { openNode, openPage } from '../../tests/fixtures/page.ts';
import statistic from './index.ts';

test('groups the digits and shows what the number is of', async () => {
  const on = await openNode(statistic, {
    props: {
      title: '本月回款',
      value: 1284500.5,
      precision: 2,
      prefix: '¥',
      suffix: '元',
      hint: '较上月增加 12%',
    },
  });
  on.expects({ sees: ['本月回款', '¥1,284,500.50', '元', '较上月增加 12%'] });
  expect(on.container.querySelector('dd')).not.toBeNull();
});
test('a number that is not there is a dash', async () => {
  const on = await openNode(statistic, { props: { title: '本月回款', value: null } });
  on.expects({ sees: '—' });
});
test('says which way it goes, and whether that is good', async () => {
  const on = await openNode(statistic, {
    props: { title: '未收款', value: 37, trend: -8, goodTrend: 'down', trendText: '较上周' },
  });
  expect(on.container.querySelector('[class*="better"]')?.textContent).toBe('下降8%');
  (await openNode(statistic, { props: { value: 1, trend: 0 } })).expects({ sees: '持平' });
});
test('a bound cell is the number; digits can be ungrouped', async () => {
  (
    await openPage([statistic], {
      state: { year: { type: 'number', init: 2026 } },
      body: { type: 'statistic@1', bind: 'state.year', props: { thousands: false } },
    })
  ).expects({ sees: '2026' });
});
