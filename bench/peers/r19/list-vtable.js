import { ListTable } from '@visactor/vtable';
import { registerList } from '../../browser/register.js';
let t,
  rendered = false;
registerList({
  name: 'l-vtable',
  canvas: true,
  mount(m, root) {
    root.style.cssText = 'width:1200px;height:832px;position:relative';
    t = new ListTable({
      container: root,
      records: m.data,
      columns: m.columns.map((c) => ({ field: c.key, title: c.title, width: 98 })),
      defaultRowHeight: 32,
      widthMode: 'standard',
    });
    t.on('after_render', () => {
      rendered = true;
    });
  },
  hasRow: () => rendered,
  scroller: () => document.getElementById('root'),
  scrollTo: (y) => {
    t.scrollTop = y;
  },
});
