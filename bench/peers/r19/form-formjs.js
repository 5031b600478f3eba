import { Form } from '@bpmn-io/form-js';
import '@bpmn-io/form-js/dist/assets/form-js.css';
import { registerForm, popupSelect } from '../../browser/register.js';

const comp = (f) => {
  const c = {
    id: 'F_' + f.key,
    key: f.key,
    label: f.label,
    type: {
      text: 'textfield',
      number: 'number',
      date: 'datetime',
      checkbox: 'checkbox',
      textarea: 'textarea',
      select: 'select',
    }[f.type],
  };
  if (f.type === 'date') {
    c.subtype = 'date';
    c.dateLabel = f.label;
  }
  if (f.options) c.values = f.options.map((o) => ({ label: o, value: o }));
  if (f.required) c.validate = { required: true };
  if (f.showWhen) c.conditional = { hide: `=${f.showWhen.key} != "${f.showWhen.value}"` };
  return c;
};
let form;
const find = (k) => {
  const e = document.querySelector(`[id$="-F_${k}"], [id$="-F_${k}-date"], [id$="-F_${k}-search"]`);
  return (
    e &&
    (/INPUT|TEXTAREA|SELECT/.test(e.tagName) ? e : e.querySelector('input, textarea, select') || e)
  );
};
registerForm({
  name: 'form-js',
  mount(m, root) {
    const components = m.sections.map((s) => ({
      type: 'group',
      id: 'G_' + s.key,
      label: s.title,
      showOutline: true,
      components: s.fields.map(comp),
    }));
    components.push({
      type: 'expression',
      id: 'F_total',
      key: 'total',
      expression: '=sum([' + m.totalOf.join(',') + '])',
      computeOn: 'change',
    });
    components.push({ type: 'text', id: 'F_totaltext', text: '="Total " + string(total)' });
    form = new Form({ container: root });
    return form.importSchema({ type: 'default', components }, { ...m.initial });
  },
  find,
  total: () => [...document.querySelectorAll('.fjs-form-field-text')].at(-1)?.textContent,
  armReveal: (ctl, v) =>
    popupSelect(
      find(ctl).closest('.fjs-input-group') || find(ctl),
      '.fjs-dropdownlist-item',
      v,
      ['mousedown', 'mouseup', 'click'],
      ['mousedown', 'mouseup', 'click'],
    ),
  values: () => form._getState().data,
});
