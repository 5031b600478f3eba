import { args } from '../schema.ts';
import { defineAction } from '../types.ts';

/** Prints the page: menus, bars, buttons and layers stay away (the print rules of engine/view). */
export const print = defineAction<object>({
  name: 'print', title: '打印',
  args: args({}),
  says: () => '打印这个页面',
  run: () => globalThis.print(),
});
