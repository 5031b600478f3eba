// Hand-written React windowing: fixed 32 px rows, absolute rows, memoised row component, 6 rows of
// overscan.
import { useState, memo } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { registerList } from '../register.js';
const H = 32,
  VH = 800,
  OVER = 6;
const Row = memo(({ row, cols, i }) => (
  <div
    className="row"
    style={{
      position: 'absolute',
      top: 0,
      transform: `translateY(${i * H}px)`,
      height: H,
      display: 'flex',
    }}
  >
    {cols.map((c) => (
      <div
        key={c.key}
        className="cell"
        style={{
          width: c.width,
          flex: 'none',
          borderBottom: '1px solid #ddd',
          boxSizing: 'border-box',
        }}
      >
        {row[c.key]}
      </div>
    ))}
  </div>
));
function App({ m }) {
  const [s, set] = useState(0);
  const from = Math.max(0, s - OVER),
    to = Math.min(m.data.length, s + Math.ceil(VH / H) + OVER);
  const rows = [];
  for (let i = from; i < to; i++) rows.push(<Row key={i} i={i} row={m.data[i]} cols={m.columns} />);
  return (
    <div style={{ width: 1200 }}>
      <div style={{ display: 'flex', height: H }}>
        {m.columns.map((c) => (
          <div key={c.key} style={{ width: c.width, flex: 'none' }}>
            {c.title}
          </div>
        ))}
      </div>
      <div
        id="sc"
        style={{ height: VH, overflow: 'auto', position: 'relative' }}
        onScroll={(e) => {
          const v = Math.floor(e.currentTarget.scrollTop / H);
          if (v !== s) flushSync(() => set(v));
        }}
      >
        <div style={{ height: m.data.length * H }}>{rows}</div>
      </div>
    </div>
  );
}
registerList({
  name: 'l-floor',
  mount(m, root) {
    createRoot(root).render(<App m={m} />);
  },
  hasRow: (r) => [...document.querySelectorAll('.cell')].some((e) => e.textContent === `r${r}c0`),
  scroller: () => document.getElementById('sc'),
});
