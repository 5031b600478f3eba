import { createRoot } from 'react-dom/client';
import { createForm } from '@formily/core';
import { createSchemaField, FormProvider, connect } from '@formily/react';
import { FormItem, Input, NumberPicker, DatePicker, Checkbox, Select } from '@formily/antd-v5';
import { registerForm, popupSelect } from '../../browser/register.js';

const Total = connect((p) => <output data-total="">{p.value}</output>);
const Section = ({ title, children }) => (
  <fieldset>
    <legend>{title}</legend>
    {children}
  </fieldset>
);
const SchemaField = createSchemaField({
  components: { FormItem, Input, NumberPicker, DatePicker, Checkbox, Select, Section, Total },
});
const C = {
  text: 'Input',
  number: 'NumberPicker',
  date: 'DatePicker',
  checkbox: 'Checkbox',
  textarea: 'Input.TextArea',
  select: 'Select',
};
const T = { number: 'number', checkbox: 'boolean' };
function build(m) {
  const properties = {};
  for (const s of m.sections) {
    const p = {};
    for (const f of s.fields) {
      p[f.key] = {
        type: T[f.type] || 'string',
        title: f.label,
        required: f.required,
        'x-decorator': 'FormItem',
        'x-component': C[f.type],
        'x-component-props': { id: f.key },
      };
      if (f.options) p[f.key].enum = f.options.map((o) => ({ label: o, value: o }));
      if (f.showWhen)
        p[f.key]['x-reactions'] = {
          dependencies: [f.showWhen.key],
          fulfill: { state: { visible: `{{$deps[0] === "${f.showWhen.value}"}}` } },
        };
    }
    properties[s.key] = {
      type: 'void',
      'x-component': 'Section',
      'x-component-props': { title: s.title },
      properties: p,
    };
  }
  properties.total = {
    type: 'number',
    'x-component': 'Total',
    'x-reactions': {
      dependencies: m.totalOf,
      fulfill: { state: { value: '{{$deps.reduce((a, b) => a + (Number(b) || 0), 0)}}' } },
    },
  };
  return { type: 'object', properties };
}
let form;
registerForm({
  name: 'formily-antd',
  mount(m, el) {
    const schema = build(m);
    form = createForm({ initialValues: { ...m.initial } });
    createRoot(el).render(
      <FormProvider form={form}>
        <SchemaField schema={schema} />
      </FormProvider>,
    );
  },
  armReveal: (ctl, v) =>
    popupSelect(
      document.getElementById(ctl).closest('.ant-select').querySelector('.ant-select-selector'),
      '.ant-select-item-option',
      v,
      ['mousedown'],
    ),
  values: () => form.values,
});
