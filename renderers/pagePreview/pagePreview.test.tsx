// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import { widgets } from '../index.ts';

const known = widgets.filter(({ type }) => ['pagePreview', 'button'].includes(type));
const open = (props: object, state: unknown = { type: 'button@1', props: { text: '保存' } }) =>
  openPage(known, {
    state: { page: { type: 'any', init: state as never }, last: { type: 'any' } },
    body: {
      type: 'pagePreview@1',
      props: { document: { $x: 'state.page' }, ...props } as never,
      on: { event: [{ do: 'set', args: { target: 'state.last', value: { $x: 'event' } } }] },
    },
  });
afterEach(() => document.body.removeAttribute('arco-theme'));

test('runs the document it is given, and another one when it changes', async () => {
  const on = await open({});
  expect(screen.getByRole('button', { name: '保存' })).toBeTruthy();
  on.scope.cells.get('page')!.set({ type: 'button@1', props: { text: '提交' } });
  await on.settle();
  await on.settle();
  expect(screen.getByRole('button', { name: '提交' })).toBeTruthy();
});
test('reports the events of the watched widget', async () => {
  const on = await open({ watch: 'button' });
  await on.click('保存');
  expect(on.scope.cells.get('last')!.value).toMatchObject({ type: 'button@1', event: 'click' });
});
test('a disabled trial disables the watched widget', async () => {
  await open({ watch: 'button', disabled: true });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled).toBe(true);
});
test('says why a document cannot be shown', async () => {
  const on = await open({}, { props: {} });
  on.expects({ sees: '无法预览：这里缺少 type' });
});
test('the window is dark while a dark trial is there', async () => {
  const on = await open({ dark: true });
  expect(document.body.getAttribute('arco-theme')).toBe('dark');
  on.leave();
  expect(document.body.hasAttribute('arco-theme')).toBe(false);
});
test('picks the node that is pressed instead of pressing it, and rings the selected one', async () => {
  const heard = [{ do: 'set', args: { target: 'state.last', value: { $x: 'event.node' } } }];
  const on = await openPage(known, {
    state: {
      page: {
        type: 'any',
        init: {
          type: 'button@1',
          id: 'go',
          props: { text: '保存' },
          on: { click: [{ do: 'toast', args: { text: '按下' } }] },
        } as never,
      },
      last: { type: 'any' },
    },
    body: {
      type: 'pagePreview@1',
      props: {
        document: { $x: 'state.page' },
        pick: true,
        selected: { $x: "state.last ?? ''" },
      } as never,
      on: { pick: heard as never },
    },
  });
  screen.getByRole('button', { name: '保存' }).getBoundingClientRect = () =>
    new DOMRect(10, 40, 80, 32);
  await on.click('保存');
  expect([on.scope.cells.get('last')!.value, on.ports.log]).toEqual(['go', []]);
  await waitFor(() =>
    expect(on.container.querySelector('[aria-hidden][style*="width: 80px"]')?.textContent).toBe(
      '按钮',
    ),
  );
});
test('takes its width for the width of a screen', async () => {
  const narrow = {
    type: 'split@1',
    props: { onPhone: 'tabs', mainLabel: '中间' },
    slots: { main: [{ type: 'button@1', props: { text: '保存' } }] },
  };
  const on = await openPage(
    widgets.filter(({ type }) => ['pagePreview', 'button', 'split'].includes(type)),
    {
      state: { width: { type: 'number', init: 390 } },
      body: {
        type: 'pagePreview@1',
        props: { document: narrow, width: { $x: 'state.width' } } as never,
      },
    },
  );
  expect(screen.getByRole('tab', { name: '中间' })).toBeTruthy();
  on.scope.cells.get('width')!.set(1200);
  await on.settle();
  expect(screen.queryByRole('tab')).toBeNull();
});
test('takes no focus from a user typing beside it, in any page; a press leads into it', async () => {
  const page = (label: string) => ({
    state: { q: { type: 'text' } },
    body: { type: 'input@1', bind: 'state.q', props: { label, autoFocus: true } },
  });
  const on = await openPage(
    widgets.filter(({ type }) => ['pagePreview', 'input'].includes(type)),
    {
      state: { page: { type: 'any', init: page('里') as never }, own: { type: 'text' } },
      body: {
        type: 'box@1',
        slots: {
          default: [
            { type: 'input@1', bind: 'state.own', props: { label: '外' } },
            { type: 'pagePreview@1', props: { document: { $x: 'state.page' } } as never },
          ],
        },
      },
    },
  );
  await on.user.click(on.field('外'));
  on.scope.cells.get('page')!.set(page('又里'));
  await on.settle();
  await on.settle();
  await waitFor(() => expect(screen.getByLabelText('又里')).toBeTruthy());
  expect(document.activeElement).toBe(on.field('外'));
  await on.user.click(on.field('又里'));
  expect(document.activeElement).toBe(on.field('又里'));
});
test('keys of its page count while the focus is in it, and only then', async () => {
  const on = await openPage(known, {
    state: {
      page: {
        type: 'any',
        init: {
          type: 'button@1',
          props: { text: '新建', shortcut: 'n' },
          on: { click: [{ do: 'toast', args: { text: '按下' } }] },
        } as never,
      },
    },
    body: {
      type: 'box@1',
      slots: {
        default: [
          { type: 'press@1', props: { text: '外' } },
          { type: 'pagePreview@1', props: { document: { $x: 'state.page' } } as never },
        ],
      },
    },
  });
  const said = () => on.ports.log.filter(({ kind }) => kind === 'toast').length;
  await on.click('外');
  await on.press('n');
  expect(said()).toBe(0);
  await on.user.click(screen.getByRole('region', { name: '预览' }));
  await on.press('n');
  expect(said()).toBe(1);
});
