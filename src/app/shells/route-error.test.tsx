// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { RouteErrorBoundary } from './RouteError.tsx';

afterEach(cleanup);

function Fragile() {
  if (useLocation().pathname === '/broken') throw new Error('cannot be drawn');
  return <p>第一页</p>;
}

it('a page that cannot be drawn says so, and the next address is drawn again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <MemoryRouter initialEntries={['/broken']}>
      <Link to="/one">去一</Link>
      <RouteErrorBoundary>
        <Fragile />
      </RouteErrorBoundary>
    </MemoryRouter>,
  );
  expect(screen.getByText('页面出了点问题')).toBeTruthy();
  expect(logged.mock.calls.flat().some((each) => String(each).includes('cannot be drawn'))).toBe(
    true,
  );
  await userEvent.click(screen.getByRole('link', { name: '去一' }));
  expect(screen.getByText('第一页')).toBeTruthy();
  expect(screen.queryByText('页面出了点问题')).toBeNull();
  logged.mockRestore();
});
