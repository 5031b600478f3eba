// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openNode, openPage, phone } from '../../tests/fixtures/page.ts';
import split from './index.ts';

const slots = {
  side: [{ type: 'words@1', props: { text: '部门树' } }],
  main: [{ type: 'words@1', props: { text: '人员' } }],
};
const side = () => screen.queryByRole('complementary', { name: '部门' });

test('puts side and main beside each other', async () => {
  const on = await openNode(split, { props: { sideLabel: '部门', sideWidth: '40%' }, slots });
  expect(side()?.style.width).toBe('40%');
  on.expects({ sees: ['部门树', '人员'] });
});
test('the side can be made wider with the arrow keys, and it is remembered', async () => {
  const on = await openNode(split, {
    id: 'cut',
    props: { sideLabel: '部门', sideWidth: 260, resizable: true },
    slots,
  });
  screen.getByRole('separator', { name: '调整部门宽度' }).focus();
  await on.press('{ArrowRight}{ArrowRight}');
  expect(side()?.style.width).toBe('292px');
  expect([...on.ports.rememberedValues]).toEqual([['test.page.cut.width', 292]]);
  await on.press('{End}');
  expect(side()?.style.width).toBe('560px');
  await on.press('{Enter}');
  expect(side()?.style.width).toBe('260px');
});
test('the side can be folded away and brought back', async () => {
  const on = await openNode(split, { props: { sideLabel: '部门', collapsible: true }, slots });
  await on.click('收起部门');
  expect(side()).toBeNull();
  await on.click('展开部门');
  expect(side()).not.toBeNull();
});
afterEach(() => vi.unstubAllGlobals());
test('on a phone shows one part at a time, by tabs, where the page is set so', async () => {
  vi.stubGlobal('matchMedia', () => phone);
  const on = await openNode(split, {
    props: { sideLabel: '部门', mainLabel: '人员', onPhone: 'tabs' },
    slots,
  });
  const shown = () => screen.getAllByRole('tabpanel').map((each) => each.textContent);
  expect(shown()).toEqual(['人员']);
  screen.getByRole('tab', { name: '人员' }).focus();
  await on.press('{ArrowLeft}');
  expect(shown()).toEqual(['部门树']);
});
test('on a phone what is chosen at the side is shown at once', async () => {
  vi.stubGlobal('matchMedia', () => phone);
  const on = await openPage([split], {
    state: { dept: { type: 'text', init: 'all' } },
    body: {
      type: 'split@1',
      props: {
        sideLabel: '部门',
        mainLabel: '人员',
        onPhone: 'tabs',
        mainFor: { $x: 'state.dept' },
      },
      slots: {
        side: [
          {
            type: 'press@1',
            props: { text: '销售部' },
            on: { click: [{ do: 'set', args: { target: 'state.dept', value: 'sales' } }] },
          },
        ],
        main: slots.main,
      },
    },
  });
  await on.click('部门');
  expect(screen.getByRole('tabpanel').textContent).toBe('销售部');
  await on.click('销售部');
  expect(screen.getByRole('tabpanel').textContent).toBe('人员');
});
test('on a phone what is chosen takes the whole width, and one goes back to where one was', async () => {
  vi.stubGlobal('matchMedia', () => phone);
  const set = (value: string) => [{ do: 'set', args: { target: 'state.dept', value } }];
  const on = await openPage([split], {
    state: { dept: { type: 'text', init: '' } },
    body: {
      type: 'split@1',
      props: { sideLabel: '部门', onPhone: 'pages', mainFor: { $x: 'state.dept' } },
      slots: {
        side: [{ type: 'press@1', props: { text: '销售部' }, on: { click: set('sales') } }],
        main: slots.main,
      },
      on: { back: set('') },
    },
  });
  const list = () => screen.queryByRole('complementary', { name: '部门' });
  expect(list()).not.toBeNull();
  expect(screen.queryByText('人员')).toBeNull();
  await on.click('销售部');
  on.expects({ sees: ['人员'] });
  expect(list()).toBeNull();
  await on.click('返回部门');
  expect(list()).not.toBeNull();
  expect(screen.queryByText('人员')).toBeNull();
});
