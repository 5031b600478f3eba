import { useState, useCallback } from 'react';
import { createRoot } from 'react-dom/client';
import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { registerForm } from '../../browser/register.js';

// Sections are nested objects; conditional fields are if/then inside the section; the total is
// recomputed in onChange (rjsf has no computed fields).
const prop = (f) => {
  const p = { title: f.label };
  if (f.type === 'number') p.type = 'number';
  else if (f.type === 'checkbox') p.type = 'boolean';
  else p.type = 'string';
  if (f.type === 'date') p.format = 'date';
  if (f.type === 'select') p.enum = f.options;
  return p;
};
function build(m) {
  const schema = { type: 'object', properties: {} },
    ui = { 'ui:submitButtonOptions': { norender: true } },
    data = {};
  for (const s of m.sections) {
    const o = { type: 'object', title: s.title, properties: {}, required: [] },
      u = { 'ui:order': [] };
    data[s.key] = {};
    for (const f of s.fields) {
      if (f.required) o.required.push(f.key);
      if (f.type === 'textarea') u[f.key] = { 'ui:widget': 'textarea' };
      if (f.initial !== undefined) data[s.key][f.key] = f.initial;
      if (f.showWhen) {
        o.if = {
          properties: { [f.showWhen.key]: { const: f.showWhen.value } },
          required: [f.showWhen.key],
        };
        o.then = { properties: { [f.key]: prop(f) } };
      } else o.properties[f.key] = prop(f);
      u['ui:order'].push(f.key);
    }
    u['ui:order'].push('*');
    schema.properties[s.key] = o;
    ui[s.key] = u;
  }
  schema.properties.total = { type: 'number', title: 'Total', readOnly: true };
  return { schema, ui, data };
}
let m, cur;
const withTotal = (d) => {
  const total = m.sum((k) => d[m.sectionOf[k]]?.[k]);
  return d.total === total ? d : { ...d, total };
};
function App({ b }) {
  const [data, set] = useState(() => withTotal(b.data));
  cur = data;
  const onChange = useCallback((e) => set(withTotal(e.formData)), []);
  return (
    <Form
      schema={b.schema}
      uiSchema={b.ui}
      formData={data}
      onChange={onChange}
      validator={validator}
      liveValidate={__LIVE__ ? 'onChange' : false}
      showErrorList={false}
      noHtml5Validate
    />
  );
}
let root;
registerForm({
  name: __LIVE__ ? 'rjsf-live' : 'rjsf',
  mount(model, el) {
    m = model;
    const b = build(m);
    root = createRoot(el);
    root.render(<App b={b} />);
  },
  find: (k, m) => document.getElementById(`root_${m.sectionOf[k]}_${k}`),
  total: () => document.getElementById('root_total')?.value,
  values: () => Object.assign({}, ...Object.values(cur).filter((v) => typeof v === 'object')),
});
