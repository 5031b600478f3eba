// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { appLook } from '../../src/ui/parts/index.ts';
import { openNode } from '../../tests/fixtures/page.ts';
import appIcon from './index.ts';

test('wears the colour and icon of the stored style', async () => {
  const on = await openNode(appIcon, {
    props: { appStyle: '{"icon":"trophy","color":"cyan","iconColor":"cyan"}', size: 40 },
  });
  const square = on.container.querySelector<HTMLElement>('[aria-hidden]');
  expect(square?.style).toMatchObject({ width: '40px', height: '40px' });
  expect(square?.style.getPropertyValue('--hz-tint-1')).toBe('var(--cyan-1)');
});
test('icons may be stored by number, and an unreadable style is the default one', () => {
  expect(appLook('{"icon":"15","color":"red"}')).toEqual({ icon: 'trophy', color: 'red' });
  expect(appLook({ icon: 'app-2', iconColor: 'blue' })).toEqual({
    icon: 'user-group',
    color: 'arcoblue',
  });
  for (const broken of ['', 'not json', '[]', null, '{"icon":"99"}'])
    expect(appLook(broken)).toEqual({ icon: 'apps', color: 'orange' });
});
