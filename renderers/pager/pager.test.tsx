// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import { answerList, listOn, makeOrders, ordersPage } from '../../tests/fixtures/orders.ts';
import pager from './index.ts';
import { hasNext } from './View.tsx';

const show = (count: number, size = 10) =>
  ordersPage([pager], [{ type: 'pager@1', bind: 'orders' }], { records: makeOrders(count), size });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('goes to the next page and back, and no further than there are pages', async () => {
  const page = await show(25);
  page.expects({ sees: ['共 25 条', '1 / 3'] });
  expect(button('上一页').disabled).toBe(true);
  await page.click('下一页');
  await page.click('下一页');
  expect(listOn(page).current).toBe(3);
  expect(button('下一页').disabled).toBe(true);
});
test('another page size starts at the first page', async () => {
  const page = await show(120);
  await page.click('下一页');
  await page.choose('每页条数', '50 条/页');
  expect([listOn(page).size, listOn(page).current]).toEqual([50, 1]);
});
test('jumps to a page that is typed, the last one at most', async () => {
  const page = await show(95);
  await page.user.type(screen.getByLabelText('页码'), '4{Enter}');
  await page.settle();
  expect(listOn(page).current).toBe(4);
  await page.user.type(screen.getByLabelText('页码'), '99{Enter}');
  await page.settle();
  expect(listOn(page).current).toBe(10);
});
test('a few pages are turned by the arrows alone', async () => {
  await show(40);
  expect(screen.queryByLabelText('页码')).toBeNull();
});
test('an estimated total is marked and does not end the paging', async () => {
  const page = await ordersPage([pager], [{ type: 'pager@1', bind: 'orders' }], {
    answers: {
      'bizmeta.record.list': (input: never) => ({
        ...answerList(makeOrders(1000), input),
        totalIsEstimate: true,
      }),
    },
  });
  page.expects({ sees: '共 1,000+ 条' });
  expect(
    hasNext({ total: 1000, size: 20, totalIsEstimate: true, current: 50, records: new Array(20) }),
  ).toBe(true);
  expect(
    hasNext({ total: 1000, size: 20, totalIsEstimate: true, current: 60, records: new Array(7) }),
  ).toBe(false);
});
test('turns pages that the page counts itself, and notifies it', async () => {
  const on = {
    change: [
      { do: 'set', args: { target: 'state.at', value: { $x: 'event.current' } } },
      { do: 'set', args: { target: 'state.size', value: { $x: 'event.size' } } },
    ],
  };
  const page = await openPage([pager], {
    state: {
      at: { type: 'number', init: 1 },
      size: { type: 'number', init: 10 },
      total: { type: 'number', init: 25 },
    },
    body: {
      type: 'box@1',
      slots: {
        default: [
          {
            type: 'pager@1',
            props: {
              current: { $x: 'state.at' },
              size: { $x: 'state.size' },
              total: { $x: 'state.total' },
            },
            on,
          },
          { type: 'words@1', props: { text: { $t: '在 {state.at}，每页 {state.size}' } } },
        ],
      },
    },
  });
  page.expects({ sees: ['共 25 条', '1 / 3'] });
  await page.click('下一页');
  page.expects({ sees: ['2 / 3', '在 2，每页 10'] });
  await page.choose('每页条数', '50 条/页');
  page.expects({ sees: ['1 / 1', '在 1，每页 50'] });
});
test('stays empty until the total is known', async () => {
  const page = await openPage([pager], {
    body: { type: 'pager@1', props: { current: 1, size: 10 } },
  });
  page.expects({ lacks: '条' });
});
test('offers the sizes the page names, and the usual ones for what are none', async () => {
  const own = (sizeOptions: (number | string)[]) => ({
    type: 'pager@1',
    props: { current: 1, size: 10, total: 25, sizeOptions },
  });
  const page = await openPage([pager], {
    body: { type: 'box@1', slots: { default: [own([10, 20, 50]), own(['x', -3])] } },
  });
  const [named, none] = screen.getAllByLabelText('每页条数');
  const sizes = (...each: number[]) => each.map((size) => `${size} 条/页`);
  expect(await page.offered(named!)).toEqual(sizes(10, 20, 50));
  expect(await page.offered(none!)).toEqual(sizes(10, 20, 50, 100));
});
