import { createRoot } from 'react-dom/client';
import { AgGridReact } from 'ag-grid-react';
import { ModuleRegistry, ClientSideRowModelModule } from 'ag-grid-community';
import { registerList } from '../../browser/register.js';
ModuleRegistry.registerModules([ClientSideRowModelModule]);
registerList({
  name: 'l-aggrid',
  mount(m, root) {
    const cols = m.columns.map((c) => ({
      field: c.key,
      headerName: c.title,
      width: 98,
      suppressMovable: true,
    }));
    createRoot(root).render(
      <div style={{ height: 832, width: 1200 }}>
        <AgGridReact
          rowHeight={32}
          rowData={m.data}
          columnDefs={cols}
          getRowId={(p) => String(p.data.id)}
          suppressAnimationFrame={false}
        />
      </div>,
    );
  },
  hasRow: (r) =>
    [...document.querySelectorAll('.ag-cell')].some((e) => e.textContent === `r${r}c0`),
  scroller: () =>
    document.querySelector('.ag-body-viewport') ||
    document.querySelector('[class*=ag-grid-viewport], [class*=viewport]'),
});
