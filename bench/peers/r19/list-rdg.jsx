import { createRoot } from 'react-dom/client';
import { DataGrid } from 'react-data-grid';
import 'react-data-grid/lib/styles.css';
import { registerList } from '../../browser/register.js';
registerList({
  name: 'l-rdg',
  mount(m, root) {
    const columns = m.columns.map((c) => ({ key: c.key, name: c.title, width: 98 }));
    root.style.width = '1200px';
    createRoot(root).render(
      <DataGrid
        style={{ height: 832 }}
        rowHeight={32}
        columns={columns}
        rows={m.data}
        rowKeyGetter={(r) => r.id}
      />,
    );
  },
  hasRow: (r) =>
    [...document.querySelectorAll('[role=gridcell]')].some((e) => e.textContent === `r${r}c0`),
  scroller: () => document.querySelector('[role=grid]'),
});
