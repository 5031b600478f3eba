// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageOf, testPage } from '../../src/view/testing/index.ts';
import { widgets } from '../index.ts';

beforeAll(() =>
  Promise.all(widgets.filter(({ type }) => ['link'].includes(type)).map(({ view }) => view())),
);

const page = (props: Record<string, unknown>, on = {}) =>
  pageOf({ body: { type: 'link@1', props: { text: '去看看', ...props } as never, on } });
describe('a link', () => {
  it('goes to a path of this entry without reloading', async () => {
    const test = await testPage(page({ to: '/app/1' }), { widgets });
    expect(screen.getByRole('link').getAttribute('href')).toBe('/app/1');
    await test.click('去看看');
    expect(test.ports.log).toContainEqual(
      expect.objectContaining({ kind: 'navigate', path: '/app/1' }),
    );
  });
  it('opens the outside in a window that cannot reach back', async () => {
    await testPage(page({ href: 'https://example.com/' }), { widgets });
    expect([
      screen.getByRole('link').getAttribute('target'),
      screen.getByRole('link').getAttribute('rel'),
    ]).toEqual(['_blank', 'noopener noreferrer']);
  });
  it('is no link when the address is a script', async () => {
    for (const bad of [
      { href: 'javascript:alert(1)' },
      { to: 'javascript:alert(1)' },
      { to: '//evil.example' },
    ]) {
      await testPage(page(bad), { widgets });
      expect(screen.queryByRole('link')).toBeNull();
    }
  });
  it('has a name of its own for screen readers, where many links have the same text', async () => {
    await testPage(page({ to: '/app/1', text: '打开', label: '打开客户管理' }), { widgets });
    expect(screen.getByRole('link', { name: '打开客户管理' }).textContent).toBe('打开');
  });
});
