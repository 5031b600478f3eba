// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageOf, testPage } from '../../src/view/testing/index.ts';
import { widgets } from '../index.ts';

beforeAll(() =>
  Promise.all(widgets.filter(({ type }) => ['dropdown'].includes(type)).map(({ view }) => view())),
);

const page = pageOf({
  body: {
    type: 'dropdown@1',
    props: {
      label: '更多',
      items: [
        { key: 'copy', text: '复制' },
        { key: 'no', text: '不可用', disabled: true },
        { key: 'hidden', text: '看不见', visible: false },
        { key: 'remove', text: '删除', danger: true },
      ],
    },
    on: { select: [{ do: 'toast', args: { kind: 'info', text: { $x: 'event.key' } } }] },
  },
});
const chosen = (test: Awaited<ReturnType<typeof testPage>>) =>
  test.ports.log.filter(({ kind }) => kind === 'toast').map(({ text }) => text);
describe('a menu', () => {
  it('opens and chooses with the keyboard, passing over what cannot be chosen', async () => {
    const test = await testPage(page, { widgets });
    await test.press('{Tab}{ArrowDown}');
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      '复制',
      '不可用',
      '删除',
    ]);
    await test.press('{ArrowDown}{Enter}');
    expect([chosen(test), screen.queryByRole('menu')]).toEqual([['remove'], null]);
  });
  it('opens at its own key, ready to choose', async () => {
    const own = pageOf({
      body: {
        type: 'dropdown@1',
        props: { label: '新建', shortcut: 'n', items: [{ key: 'role', text: '新建角色' }] },
        on: { select: [{ do: 'toast', args: { kind: 'info', text: { $x: 'event.key' } } }] },
      },
    });
    const test = await testPage(own, { widgets });
    await test.press('n{Enter}');
    expect(chosen(test)).toEqual([]);
    await test.press('{Escape}n{ArrowDown}{Enter}');
    expect(chosen(test)).toEqual(['role']);
  });
  it('closes at Escape and at a press elsewhere without choosing', async () => {
    const test = await testPage(page, { widgets });
    await test.click('更多');
    await test.press('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    await test.click('更多');
    await test.user.click(document.body);
    expect([chosen(test), screen.queryByRole('menu')]).toEqual([[], null]);
  });
  it('chooses with the mouse', async () => {
    const test = await testPage(page, { widgets });
    await test.click('更多');
    await test.user.click(screen.getByText('复制'));
    expect(chosen(test)).toEqual(['copy']);
  });
  it('takes a list as a call answers it, ticks the current row and says the rest in grey', async () => {
    const rows = [
      { code: 'east', name: '华东', company: '青屿家纺' },
      { code: 'south', name: '华南', company: '青屿南方' },
    ];
    const test = await testPage(
      pageOf({
        body: {
          type: 'dropdown@1',
          props: {
            text: '华南',
            items: rows,
            keyName: 'code',
            textName: 'name',
            noteName: 'company',
            value: 'south',
          },
          on: { select: [{ do: 'toast', args: { kind: 'info', text: { $x: 'event.key' } } }] },
        },
      }),
      { widgets },
    );
    await test.user.click(screen.getByRole('button'));
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      '华东青屿家纺',
      '华南青屿南方',
    ]);
    await test.user.click(screen.getByText('华东'));
    expect(chosen(test)).toEqual(['east']);
  });
  it('leaves out what is for the other width', async () => {
    const test = await testPage(
      pageOf({
        body: {
          type: 'dropdown@1',
          props: {
            items: [
              { key: 'a', text: '宽屏', on: 'wide' },
              { key: 'b', text: '手机', on: 'phone' },
              { key: 'c', text: '都有' },
            ],
          },
        },
      }),
      { widgets },
    );
    await test.click('更多操作');
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      '宽屏',
      '都有',
    ]);
  });
  it('begins with what the menu is about, which is read and not chosen', async () => {
    const items = [
      { key: 'company', text: '青屿家纺', caption: true },
      { key: 'out', text: '退出登录', caption: false },
    ];
    const test = await testPage(
      pageOf({
        body: {
          type: 'dropdown@1',
          props: { items },
          on: { select: [{ do: 'toast', args: { kind: 'info', text: { $x: 'event.key' } } }] },
        },
      }),
      { widgets },
    );
    await test.click('更多操作');
    await test.user.click(screen.getByText('青屿家纺'));
    await test.user.keyboard('{ArrowDown}{Enter}');
    expect(chosen(test)).toEqual(['out']);
  });
});
