import { loadAllPictures } from '../../ports/print-pictures.ts';
import { args } from '../schema.ts';
import { defineAction } from '../types.ts';

/**
 * Prints what lies on top, the page or the drawer over it: menus, bars and buttons stay away (the
 * print rules of src/view/page).
 */
export const print = defineAction<object>({
  name: 'print',
  title: '打印',
  group: 'page',
  args: args({}),
  summarize: () => '打印这个页面',
  async run() {
    await loadAllPictures();
    globalThis.print();
  },
});
