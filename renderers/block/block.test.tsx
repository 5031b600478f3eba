// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { pageOf } from '../../src/view/testing/index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import block from './index.ts';

const address = pageOf({
  key: 'block.address',
  params: { city: { type: 'text', required: true } },
  state: { street: { type: 'text', init: '无' } },
  body: {
    type: 'box@1',
    slots: {
      default: [
        { type: 'words@1', props: { text: { $t: '{params.city} {state.street}' } } },
        {
          type: 'press@1',
          props: { text: '填街道' },
          on: {
            click: [
              { do: 'set', args: { target: 'state.street', value: '长安街' } },
              { do: 'emit', args: { event: 'filled', payload: '长安街' } },
            ],
          },
        },
      ],
    },
  },
} as never);
const shown = (params: object, more: object = {}) => ({
  type: 'block@1',
  props: { block: 'block.address', params },
  ...more,
});
const opened = (nodes: object[], pages: object = { 'block.address': address }, more: object = {}) =>
  openPage(
    [block],
    {
      state: { city: { type: 'text', init: '上海' } },
      body: { type: 'box@1', slots: { default: nodes } },
    } as never,
    { pages: pages as never, ...more },
  );

test('shows a block with parameters that follow the page; each place has a state of its own', async () => {
  const on = await opened([
    shown({ city: '北京' }),
    { ...shown({ city: { $x: 'state.city' } }), id: 'second' },
    {
      type: 'press@1',
      props: { text: '换城市' },
      on: { click: [{ do: 'set', args: { target: 'state.city', value: '广州' } }] },
    },
  ]);
  on.expects({ sees: ['北京 无', '上海 无'] });
  await on.user.click(document.querySelectorAll('button')[0]!);
  await on.settle();
  on.expects({ sees: ['北京 长安街', '上海 无'] });
  await on.click('换城市');
  on.expects({ sees: ['广州 无', '北京 长安街'] });
});
test('what a block emits is an event of its node', async () => {
  const on = await opened([
    shown(
      { city: '北京' },
      { on: { emit: [{ do: 'toast', args: { text: { $t: '{event.name} {event.payload}' } } }] } },
    ),
  ]);
  await on.click('填街道');
  expect(on.ports.log.at(-1)).toMatchObject({ kind: 'toast', text: 'filled 长安街' });
});
test('a block that is invalid, missing, or lacks a parameter reports it in its own place', async () => {
  const on = await opened([
    { type: 'block@1', props: { block: 'main.home' } },
    { ...shown({}), id: 'no' },
    { type: 'block@1', id: 'gone', props: { block: 'block.gone' } },
    { type: 'words@1', props: { text: '其余完好' } },
  ]);
  on.expects({
    sees: ['“main.home”不是区块', '缺少参数：city', '没有名为“block.gone”的页面', '其余完好'],
  });
});
test('blocks that show each other end with a card instead of without end', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const ring = (key: string, next: string) =>
    pageOf({ key, body: { type: 'block@1', props: { block: next } } });
  const on = await opened(
    [
      { type: 'block@1', props: { block: 'block.a' } },
      { type: 'words@1', props: { text: '其余完好' } },
    ],
    { 'block.a': ring('block.a', 'block.b'), 'block.b': ring('block.b', 'block.a') },
  );
  await expect.poll(() => on.sees('嵌套的页面超过')).toBe(true);
  on.expects({ sees: '其余完好' });
});
