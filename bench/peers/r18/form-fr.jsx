import { createRoot } from 'react-dom/client';
import FormRender, { useForm } from 'form-render';
import { registerForm, popupSelect } from '../../browser/register.js';

const comp = (f, m) => {
  const p = {
    title: f.label,
    type: f.type === 'number' ? 'number' : f.type === 'checkbox' ? 'boolean' : 'string',
    required: f.required || undefined,
    className: 'fld-' + f.key,
    widget: {
      text: 'input',
      number: 'inputNumber',
      date: 'datePicker',
      checkbox: 'checkbox',
      textarea: 'textArea',
      select: 'select',
    }[f.type],
  };
  if (f.options) p.props = { options: f.options.map((o) => ({ label: o, value: o })) };
  if (f.showWhen)
    p.hidden = `{{ formData.${m.sectionOf[f.showWhen.key]}.${f.showWhen.key} !== "${f.showWhen.value}" }}`;
  return p;
};
let m, form;
function App({ schema, data }) {
  form = useForm();
  const calc = () =>
    form.setValueByPath(
      'total',
      m.sum((k) => form.getValueByPath(`${m.sectionOf[k]}.${k}`)),
    );
  // the documented way to compute: watch each source path
  const watch = Object.fromEntries(m.totalOf.map((k) => [`${m.sectionOf[k]}.${k}`, calc]));
  return (
    <FormRender
      schema={schema}
      form={form}
      watch={watch}
      onMount={() => {
        form.setValues(data);
        calc();
      }}
    />
  );
}
registerForm({
  name: 'form-render',
  mount(model, el) {
    m = model;
    const properties = {},
      data = {};
    for (const s of m.sections) {
      properties[s.key] = {
        type: 'object',
        title: s.title,
        properties: Object.fromEntries(s.fields.map((f) => [f.key, comp(f, m)])),
      };
      data[s.key] = Object.fromEntries(
        s.fields.filter((f) => f.initial !== undefined).map((f) => [f.key, f.initial]),
      );
    }
    properties.total = {
      type: 'number',
      title: 'Total',
      widget: 'inputNumber',
      className: 'fld-total',
      readOnly: false,
    };
    createRoot(el).render(
      <App schema={{ type: 'object', displayType: 'row', properties }} data={data} />,
    );
  },
  find: (k, m) =>
    document.getElementById(`${m.sectionOf[k]}_${k}`) ||
    document.querySelector(`.fld-${k} input, .fld-${k} textarea`),
  total: () => document.getElementById('total')?.value,
  armReveal: (ctl, v, m) =>
    popupSelect(
      document
        .getElementById(`${m.sectionOf[ctl]}_${ctl}`)
        .closest('.ant-select')
        .querySelector('.ant-select-selector'),
      '.ant-select-item-option',
      v,
      ['mousedown'],
    ),
  values: () =>
    Object.assign({}, ...Object.values(form.getValues()).filter((v) => v && typeof v === 'object')),
});
