// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakePorts } from '../../src/view/testing/index.ts';
import { openNode } from '../../tests/fixtures/page.ts';
import navItem from './index.ts';

test('goes to its path, and is marked when one is there', async () => {
  const on = await openNode(
    navItem,
    {
      props: { title: '客户管理', path: '/app/crm', appStyle: '{"icon":"trophy","color":"cyan"}' },
    },
    { ports: { ...fakePorts(), location: () => ({ path: '/app/crm', query: {} }) } },
  );
  expect(screen.getByRole('button', { name: '客户管理' }).getAttribute('aria-current')).toBe(
    'page',
  );
  await on.click('客户管理');
  expect(on.ports.log.at(-1)).toMatchObject({ kind: 'navigate', path: '/app/crm' });
});

test('leads out of the product in a window of its own, to web addresses only', async () => {
  const on = await openNode(navItem, { props: { title: '手册', href: 'https://example.com/' } });
  const link = on.container.querySelector('a');
  expect([link?.getAttribute('target'), link?.getAttribute('rel')]).toEqual([
    '_blank',
    'noopener noreferrer',
  ]);
  const refused = await openNode(navItem, { props: { title: '坏', href: 'javascript:alert(1)' } });
  expect(refused.container.querySelector('a')).toBeNull();
});
