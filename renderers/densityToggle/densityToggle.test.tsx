// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import dataTable from '../dataTable/index.ts';
import { ordersPage } from '../../tests/fixtures/orders.ts';
import densityToggle from './index.ts';

const rowHeight = () => screen.getAllByRole('row')[1]?.style.height;

test('makes the rows of its list lower or higher, and remembers it', async () => {
  const page = await ordersPage(
    [densityToggle, dataTable],
    [
      { type: 'densityToggle@1', bind: 'orders' },
      { type: 'dataTable@1', bind: 'orders' },
    ],
  );
  expect(rowHeight()).toBe('40px');
  await page.click('行高：舒适');
  await page.user.click(screen.getByRole('menuitem', { name: '紧凑' }));
  await page.settle();
  expect(rowHeight()).toBe('32px');
  expect(page.ports.rememberedValues.get('columns.test.page.order')).toMatchObject({
    density: 'compact',
  });
  screen.getByRole('button', { name: '行高：紧凑' }).focus();
  await page.press('{ArrowUp}{Enter}');
  expect(rowHeight()).toBe('56px');
});
