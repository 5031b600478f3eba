import { createRoot } from 'react-dom/client';
import { Model } from 'survey-core';
import { Survey } from 'survey-react-ui';
import 'survey-core/survey-core.css';
import { registerForm } from '../../browser/register.js';

const el = (f) => {
  const q = {
    name: f.key,
    title: f.label,
    isRequired: f.required || undefined,
    visibleIf: f.showWhen ? `{${f.showWhen.key}} = '${f.showWhen.value}'` : undefined,
  };
  if (f.type === 'text') return { ...q, type: 'text' };
  if (f.type === 'number') return { ...q, type: 'text', inputType: 'number' };
  if (f.type === 'date') return { ...q, type: 'text', inputType: 'date' };
  if (f.type === 'textarea') return { ...q, type: 'comment' };
  if (f.type === 'checkbox') return { ...q, type: 'boolean', renderAs: 'checkbox' };
  return { ...q, type: 'dropdown', renderAs: 'select', choices: f.options };
};
let survey;
registerForm({
  name: 'surveyjs',
  mount(m, root) {
    const json = {
      textUpdateMode: 'onTyping',
      checkErrorsMode: 'onValueChanged',
      showNavigationButtons: false,
      pages: [
        {
          name: 'p',
          elements: [
            ...m.sections.map((s) => ({
              type: 'panel',
              name: s.key,
              title: s.title,
              elements: s.fields.map(el),
            })),
            {
              type: 'expression',
              name: 'total',
              title: 'Total',
              expression: m.totalOf.map((k) => `{${k}}`).join(' + '),
            },
          ],
        },
      ],
    };
    survey = new Model(json);
    survey.data = { ...m.initial };
    createRoot(root).render(<Survey model={survey} />);
  },
  find: (k) => {
    const q = survey.getQuestionByName(k);
    return q && document.getElementById(q.inputId);
  },
  total: () =>
    survey.getQuestionByName('total') &&
    document
      .getElementById(survey.getQuestionByName('total').id)
      ?.querySelector('.sd-expression, [class*=expression]')?.textContent,
  values: () => survey.data,
});
