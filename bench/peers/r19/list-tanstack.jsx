import { useRef, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { registerList } from '../../browser/register.js';
const H = 32,
  VH = 800,
  features = tableFeatures({}),
  helper = createColumnHelper();
function App({ m }) {
  const ref = useRef(null);
  const columns = useMemo(
    () => helper.columns(m.columns.map((c) => helper.accessor(c.key, { header: c.title }))),
    [m],
  );
  const table = useTable({ features, columns, data: m.data });
  const rows = table.getRowModel().rows;
  const v = useVirtualizer({
    count: rows.length,
    getScrollElement: () => ref.current,
    estimateSize: () => H,
    overscan: 6,
  });
  return (
    <div style={{ width: 1200 }}>
      <div style={{ display: 'flex' }}>
        {table.getHeaderGroups()[0].headers.map((h) => (
          <div key={h.id} style={{ width: 120 - 1 }}>
            <table.FlexRender header={h} />
          </div>
        ))}
      </div>
      <div id="sc" ref={ref} style={{ height: VH, overflow: 'auto', position: 'relative' }}>
        <div style={{ height: v.getTotalSize(), position: 'relative' }}>
          {v.getVirtualItems().map((it) => {
            const row = rows[it.index];
            return (
              <div
                key={row.id}
                style={{
                  position: 'absolute',
                  top: 0,
                  transform: `translateY(${it.start}px)`,
                  height: H,
                  display: 'flex',
                }}
              >
                {row.getAllCells().map((c) => (
                  <div
                    key={c.id}
                    className="cell"
                    style={{
                      width: 98,
                      flex: 'none',
                      borderBottom: '1px solid #ddd',
                      boxSizing: 'border-box',
                    }}
                  >
                    <table.FlexRender cell={c} />
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
registerList({
  name: 'l-tanstack',
  mount(m, root) {
    createRoot(root).render(<App m={m} />);
  },
  hasRow: (r) => [...document.querySelectorAll('.cell')].some((e) => e.textContent === `r${r}c0`),
  scroller: () => document.getElementById('sc'),
});
