// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HistoryRouter } from './history-router.ts';

let router: HistoryRouter;
const at = () => `${router.state.location.pathname}${router.state.location.search}`;
beforeEach(() => {
  window.history.replaceState(null, '', '/#/main');
  router = new HistoryRouter('hash', [{ path: '*' }]);
});
afterEach(() => router.dispose());

it('going where one is already adds nothing to the history', () => {
  const { length } = window.history;
  for (const to of ['/main', '/MAIN', '/main']) router.navigate(to);
  router.navigator.push('/main');
  expect([at(), window.history.length]).toEqual(['/main', length]);
  router.navigate('/main?tab=2');
  router.navigate('/main?tab=2');
  expect([at(), window.history.length]).toEqual(['/main?tab=2', length + 1]);
});

it('but a state that is given, and a replacement, are stored', () => {
  const { length } = window.history;
  router.navigate('/main', { state: { from: 'list' } });
  expect([router.state.location.state, window.history.length]).toEqual([
    { from: 'list' },
    length + 1,
  ]);
  router.navigate('/main', { replace: true });
  expect([router.state.location.state, window.history.length]).toEqual([null, length + 1]);
});
