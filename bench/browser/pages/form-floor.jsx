// Hand-written React: one useState per field, isolated components; a conditional pair shares one
// component; the total has its own state.
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { registerForm } from '../register.js';

let setTotal = () => {};
let nums = {};
let m;
const Box = ({ f, err, children }) => (
  <div>
    <label htmlFor={f.key}>
      {f.label}
      {f.required ? ' *' : ''}
    </label>
    {children}
    {err ? <span>{err}</span> : null}
  </div>
);
function Text({ f }) {
  const [v, set] = useState('');
  const [t, setT] = useState(false);
  return (
    <Box f={f} err={f.required && t && !v ? 'required' : ''}>
      <input id={f.key} value={v} onBlur={() => setT(true)} onChange={(e) => set(e.target.value)} />
    </Box>
  );
}
function Num({ f, summed }) {
  const [v, set] = useState(String(f.initial ?? ''));
  return (
    <Box f={f}>
      <input
        id={f.key}
        type="number"
        value={v}
        onChange={(e) => {
          set(e.target.value);
          if (summed) {
            nums[f.key] = e.target.value;
            setTotal(m.sum((k) => nums[k]));
          }
        }}
      />
    </Box>
  );
}
function DateF({ f }) {
  const [v, set] = useState('');
  return (
    <Box f={f}>
      <input id={f.key} type="date" value={v} onChange={(e) => set(e.target.value)} />
    </Box>
  );
}
function Check({ f }) {
  const [v, set] = useState(false);
  return (
    <Box f={f}>
      <input id={f.key} type="checkbox" checked={v} onChange={(e) => set(e.target.checked)} />
    </Box>
  );
}
function Area({ f }) {
  const [v, set] = useState('');
  return (
    <Box f={f}>
      <textarea id={f.key} value={v} onChange={(e) => set(e.target.value)} />
    </Box>
  );
}
function Select({ f, slave }) {
  const [v, set] = useState('');
  return (
    <>
      <Box f={f}>
        <select id={f.key} value={v} onChange={(e) => set(e.target.value)}>
          <option value="" />
          {f.options.map((o) => (
            <option key={o} value={o}>
              {o}
            </option>
          ))}
        </select>
      </Box>
      {slave && v === slave.showWhen.value ? <Text f={slave} /> : null}
    </>
  );
}
function Total() {
  const [v, set] = useState(() => m.sum((k) => nums[k]));
  setTotal = set;
  return <output data-total="">{v}</output>;
}
const COMP = {
  text: Text,
  number: Num,
  date: DateF,
  checkbox: Check,
  textarea: Area,
  select: Select,
};
function App() {
  const inTotal = new Set(m.totalOf),
    slaves = {};
  for (const f of m.fields) if (f.showWhen) slaves[f.showWhen.key] = f;
  return (
    <>
      {m.sections.map((s) => (
        <fieldset key={s.key}>
          <legend>{s.title}</legend>
          {s.fields.map((f) => {
            if (f.showWhen) return null;
            const C = COMP[f.type];
            return <C key={f.key} f={f} summed={inTotal.has(f.key)} slave={slaves[f.key]} />;
          })}
        </fieldset>
      ))}
      <Total />
    </>
  );
}
let root;
registerForm({
  name: 'floor-react',
  mount(model, el) {
    m = model;
    nums = { ...m.initial };
    root = createRoot(el);
    root.render(<App />);
  },
  unmount: () => root.unmount(),
});
