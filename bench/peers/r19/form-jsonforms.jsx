import { createRoot } from 'react-dom/client';
import { JsonForms } from '@jsonforms/react';
import { vanillaRenderers, vanillaCells } from '@jsonforms/vanilla-renderers';
import { registerForm } from '../../browser/register.js';

function build(m) {
  const schema = { type: 'object', properties: {}, required: [] },
    ui = { type: 'VerticalLayout', elements: [] };
  for (const s of m.sections) {
    const g = { type: 'Group', label: s.title, elements: [] };
    for (const f of s.fields) {
      const p = {
        title: f.label,
        type: f.type === 'number' ? 'number' : f.type === 'checkbox' ? 'boolean' : 'string',
      };
      if (f.type === 'date') p.format = 'date';
      if (f.type === 'select') p.enum = f.options;
      schema.properties[f.key] = p;
      if (f.required) schema.required.push(f.key);
      const c = { type: 'Control', scope: '#/properties/' + f.key };
      if (f.type === 'textarea') c.options = { multi: true };
      if (f.showWhen)
        c.rule = {
          effect: 'SHOW',
          condition: {
            scope: '#/properties/' + f.showWhen.key,
            schema: { const: f.showWhen.value },
            failWhenUndefined: true,
          },
        };
      g.elements.push(c);
    }
    ui.elements.push(g);
  }
  schema.properties.total = { type: 'number', title: 'Total', readOnly: true };
  ui.elements.push({ type: 'Control', scope: '#/properties/total' });
  return { schema, ui };
}
let cur, m;
// JSON Forms has no computed fields: the documented way is a middleware that derives data.
const middleware = (state, action, next) => {
  const s = next(state, action);
  if (!s.data) return s;
  const total = m.sum((k) => s.data[k]);
  return s.data.total === total ? s : { ...s, data: { ...s.data, total } };
};
const raw = (k) =>
  document.getElementById(`#/properties/${k}-input`) ||
  document.querySelector(
    `[id="#/properties/${k}"] input, [id="#/properties/${k}"] select, [id="#/properties/${k}"] textarea`,
  );
registerForm({
  name: 'jsonforms',
  mount(model, el) {
    m = model;
    const b = build(m),
      data = { ...m.initial, total: m.sum((k) => m.initial[k]) };
    createRoot(el).render(
      <JsonForms
        schema={b.schema}
        uischema={b.ui}
        data={data}
        renderers={vanillaRenderers}
        cells={vanillaCells}
        middleware={middleware}
        onChange={(e) => {
          cur = e.data;
        }}
      />,
    );
  },
  // the vanilla set keeps invisible controls in the DOM with the hidden attribute
  find: (k) => {
    const e = raw(k);
    return e && !e.closest('[hidden]') ? e : null;
  },
  total: () =>
    (
      document.getElementById('#/properties/total-input') ||
      document.querySelector('[id="#/properties/total"] input')
    )?.value,
  values: () => cur,
});
