// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { pageOf } from '../../src/view/testing/index.ts';
import drawer from '../drawer/index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import pageEmbed from './index.ts';

const inner = pageOf({
  key: 'crm.customer',
  params: { id: { type: 'text' } },
  forms: {
    record: {
      draft: true,
      schema: { type: 'object', properties: { name: { type: 'string', title: '名称' } } },
    },
  },
  body: {
    type: 'box@1',
    slots: {
      default: [
        { type: 'words@1', props: { text: { $t: '客户 {params.id}' } } },
        {
          type: 'press@1',
          props: { text: '保存' },
          on: { click: [{ do: 'emit', args: { event: 'saved', payload: { id: 'c9' } } }] },
        },
        {
          type: 'press@1',
          props: { text: '改名' },
          on: { click: [{ do: 'set', args: { target: 'record.name', value: '新名' } }] },
        },
      ],
    },
  },
} as never);
const embed = {
  type: 'pageEmbed@1',
  props: { pageKey: 'crm.customer', params: { id: 'c1' } },
  on: { saved: [{ do: 'toast', args: { text: { $t: '已保存 {event.id}' } } }] },
};

test('draws the other page with its parameters and receives what it emits', async () => {
  const on = await openPage(
    [pageEmbed],
    { body: { type: 'box@1', slots: { default: [embed] } } } as never,
    { pages: { 'crm.customer': inner } },
  );
  on.expects({ sees: '客户 c1' });
  await on.click('保存');
  expect(on.ports.log.at(-1)).toMatchObject({ kind: 'toast', text: '已保存 c9' });
});
test('a drawer around it asks before its unsaved work is lost', async () => {
  const on = await openPage(
    [pageEmbed, drawer],
    {
      state: { open: { type: 'boolean', init: true } },
      body: {
        type: 'drawer@1',
        bind: 'state.open',
        props: { title: '客户' },
        slots: { body: [embed] },
      },
    } as never,
    { pages: { 'crm.customer': inner }, confirms: false },
  );
  await on.click('改名');
  await on.click('关闭');
  expect(on.ports.log.at(-1)).toMatchObject({ kind: 'confirm' });
  expect(on.scope.cells.get('open')?.value).toBe(true);
});

/** A drawer around a new note whose save resolves on demand. */
async function slowlySaving(after: object[]) {
  let land = (_saved: unknown): void => undefined;
  const saved = new Promise((resolve) => {
    land = resolve;
  });
  const note = {
    id: 'o1',
    apiName: 'note',
    label: '便签',
    version: 1,
    titleField: 'name',
    fields: [{ apiName: 'name', label: '名称', type: 'text' }],
  };
  const held = pageOf({
    key: 'crm.note',
    forms: { record: { object: 'note' } },
    body: {
      type: 'box@1',
      slots: {
        default: [
          {
            type: 'press@1',
            props: { text: '改名' },
            on: { click: [{ do: 'set', args: { target: 'record.name', value: '新名' } }] },
          },
          {
            type: 'press@1',
            props: { text: '保存' },
            on: {
              click: [
                { do: 'save', args: { form: 'record' } },
                { do: 'emit', args: { event: 'saved' } },
              ],
            },
          },
        ],
      },
    },
  } as never);
  const inside = { type: 'pageEmbed@1', props: { pageKey: 'crm.note' }, on: { saved: after } };
  const on = await openPage(
    [pageEmbed, drawer],
    {
      state: { open: { type: 'any', init: 'new' } },
      body: {
        type: 'drawer@1',
        bind: 'state.open',
        props: { title: '便签' },
        slots: { body: [inside] },
      },
    } as never,
    {
      pages: { 'crm.note': held },
      describes: { note } as never,
      answers: { 'bizmeta.record.bulkCreate': () => saved },
      confirms: false,
    },
  );
  await on.click('改名');
  await on.click('保存');
  return { on, open: () => on.scope.cells.get('open')?.value, land: () => land({ ids: ['n1'] }) };
}
test('a drawer closed while its work is being saved waits for that, and asks nothing', async () => {
  const { on, open, land } = await slowlySaving([]);
  await on.click('关闭');
  expect(open()).toBe('new');
  land();
  await expect.poll(open).toBeNull();
  expect(on.ports.log.map(({ kind }) => kind)).not.toContain('confirm');
});
test('what the save put into the drawer meanwhile stays', async () => {
  const { on, open, land } = await slowlySaving([
    { do: 'set', args: { target: 'state.open', value: 'n1' } },
  ]);
  await on.click('关闭');
  land();
  await expect.poll(open).toBe('n1');
  await on.settle();
  expect(open()).toBe('n1');
});
test('reserves the room of a page that is loading, or none', async () => {
  const waiting = async (skeletonHeight: number) => {
    const body = {
      type: 'box@1',
      id: 'box',
      slots: {
        default: [{ type: 'pageEmbed@1', props: { pageKey: 'crm.customer', skeletonHeight } }],
      },
    };
    const on = await openPage([pageEmbed], { body } as never, {
      pages: { 'crm.customer': new Promise(() => undefined) as never },
    });
    return on.container.querySelector<HTMLElement>('[aria-hidden]')?.style.height;
  };
  expect([await waiting(190), await waiting(0)]).toEqual(['190px', undefined]);
});
