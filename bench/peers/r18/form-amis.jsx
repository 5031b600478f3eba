import { createRoot } from 'react-dom/client';
import { render } from 'amis';
import 'amis/lib/themes/cxd.css';
import { registerForm, popupSelect } from '../../browser/register.js';

const comp = (f) => {
  const c = {
    name: f.key,
    label: f.label,
    required: f.required || undefined,
    className: 'fld-' + f.key,
    type: {
      text: 'input-text',
      number: 'input-number',
      date: 'input-date',
      checkbox: 'checkbox',
      textarea: 'textarea',
      select: 'select',
    }[f.type],
  };
  if (f.options) c.options = f.options.map((o) => ({ label: o, value: o }));
  if (f.showWhen) c.visibleOn = `\${${f.showWhen.key} == "${f.showWhen.value}"}`;
  return c;
};
const find = (k) => {
  const b = document.querySelector('.fld-' + k);
  return (
    b && (b.querySelector('input, textarea') || b.querySelector('.cxd-Select, .cxd-DatePicker'))
  );
};
let scope;
registerForm({
  name: 'amis',
  mount(m, root) {
    const schema = {
      type: 'form',
      id: 'form',
      name: 'form',
      wrapWithPanel: false,
      data: { ...m.initial },
      body: [
        ...m.sections.map((s) => ({ type: 'fieldset', title: s.title, body: s.fields.map(comp) })),
        {
          type: 'tpl',
          className: 'total-out',
          tpl: 'Total ${' + m.totalOf.map((k) => `(${k} || 0)`).join(' + ') + '}',
        },
      ],
    };
    createRoot(root).render(
      render(
        schema,
        {
          scopeRef: (r) => {
            scope = r;
          },
        },
        { theme: 'cxd' },
      ),
    );
  },
  find,
  total: () => document.querySelector('.total-out')?.textContent,
  armReveal: (ctl, v) =>
    popupSelect(
      document.querySelector(`.fld-${ctl} .cxd-Select`),
      '.cxd-Select-option, [role=option]',
      v,
    ),
  values: () => scope?.getComponentByName('form')?.getValues?.(),
});
