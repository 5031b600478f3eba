import { registerForm } from '../../browser/register.js';
// No framework: createElement + listeners; conditional fields are inserted and removed.
registerForm({
  name: 'plain-dom',
  mount(m, root) {
    const values = { ...m.initial };
    const frag = document.createDocumentFragment();
    const total = document.createElement('output');
    total.dataset.total = '';
    const calc = () => {
      total.textContent = m.sum((k) => values[k]);
    };
    const inTotal = new Set(m.totalOf),
      slaves = {};
    for (const f of m.fields) if (f.showWhen) slaves[f.showWhen.key] = f;
    const make = (f) => {
      const box = document.createElement('div'),
        l = document.createElement('label');
      l.htmlFor = f.key;
      l.textContent = f.label + (f.required ? ' *' : '');
      const el = document.createElement(
        f.type === 'textarea' ? 'textarea' : f.type === 'select' ? 'select' : 'input',
      );
      el.id = f.key;
      if (f.type === 'select') for (const o of ['', ...f.options]) el.add(new Option(o, o));
      else if (f.type !== 'textarea') el.type = f.type;
      if (values[f.key] !== undefined) el.value = values[f.key];
      const err = document.createElement('span');
      el.addEventListener('input', () => {
        values[f.key] = f.type === 'checkbox' ? el.checked : el.value;
        if (f.required) err.textContent = el.value ? '' : 'required';
        if (inTotal.has(f.key)) calc();
        const s = slaves[f.key];
        if (s) {
          const cur = document.getElementById(s.key);
          const on = el.value === s.showWhen.value;
          if (on && !cur) box.after(make(s));
          else if (!on && cur) cur.parentNode.remove();
        }
      });
      box.append(l, el, err);
      return box;
    };
    for (const s of m.sections) {
      const fs = document.createElement('fieldset'),
        lg = document.createElement('legend');
      lg.textContent = s.title;
      fs.append(lg);
      for (const f of s.fields) if (!f.showWhen) fs.append(make(f));
      frag.append(fs);
    }
    calc();
    frag.append(total);
    root.append(frag);
    this.values = () => values;
  },
});
