// Hand-written React: the visible rows of a table of inputs, a memoised row with its own state,
// fixed 36 px rows; no checks, no undo.
import { useState, memo } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { registerList } from '../register.js';
const H = 36,
  VH = 540,
  OVER = 6;
const Cell = ({ row, name }) => {
  const [v, set] = useState(row[name]);
  return (
    <input
      value={v}
      onChange={(e) => {
        row[name] = e.target.value;
        set(e.target.value);
      }}
      style={{ width: '100%', boxSizing: 'border-box' }}
    />
  );
};
const Row = memo(({ row, cols, i }) => (
  <div
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
        style={{
          width: c.width,
          flex: 'none',
          borderBottom: '1px solid #ddd',
          boxSizing: 'border-box',
        }}
      >
        <Cell row={row} name={c.key} />
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
    <div style={{ width: 1240 }}>
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
const inputs = () => [...document.querySelectorAll('input')];
registerList({
  name: 'subtable-floor',
  mount(m, root) {
    createRoot(root).render(<App m={m} />);
  },
  hasRow: (r) => inputs().some((e) => e.value === `r${r}c0`),
  scroller: () => document.getElementById('sc'),
  editor: (r, c) => {
    const input = inputs().find((e) => e.value === `r${r}c${c}`);
    input.focus();
    return input;
  },
});
