// @vitest-environment jsdom
import { observable } from 'mobx';
import { observer } from 'mobx-react-lite';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { endObserversOnLeave } from './end-observers-on-leave.ts';

it('a page that is left has no timer that a finalizer could clear in the page after it', async () => {
  endObserversOnLeave();
  // A timer that others of this process have begun would serve this component too.
  dispatchEvent(new Event('pagehide'));
  const set = vi.spyOn(globalThis, 'setTimeout');
  const clear = vi.spyOn(globalThis, 'clearTimeout');
  const name = observable.box('客户');
  const Name = observer(() => <b>{name.get()}</b>);
  // Rendered and never mounted, as a component is whose neighbour is still being fetched.
  renderToString(<Name />);
  await Promise.resolve();
  const timer: unknown = set.mock.results.at(-1)?.value;
  expect(timer).toBeDefined();
  dispatchEvent(new Event('pagehide'));
  expect(clear).toHaveBeenCalledWith(timer);
  vi.restoreAllMocks();
});
