import '@arco-design/web-react/es/style/index.css';
import '../styles/tokens.css';

/**
 * Arco's look for everything that is filled in: the inputs by name, the fast path of forms
 * (FieldInput, ValueInput). The rjsf theme is src/view/rjsf, so that pages without rjsf's Form do
 * not carry it.
 *
 * Styles: Arco's base (tokens and resets, 4 kB gzip) comes here; a component's own sheet is
 * imported where the component is, so the whole sheet (62 kB gzip) never loads.
 */
export { ExplainButton, explainButtonOf } from './explain/Explain.tsx';
export { FieldFrame } from './FieldFrame.tsx';
export {
  FieldInput,
  useFieldInput,
  useFocusTarget,
  ValueInput,
  type ValueInputProps,
} from './FieldInput.tsx';
export { DayChooser } from './day-chooser.tsx';
export { FormBusyContext, useFormBusy } from './form-busy.ts';
export {
  choiceOf,
  choicesOf,
  ariaPropsOf,
  helpId,
  type InputOptions,
  type InputProps,
  labelId,
  nativeAttributes,
} from '../fields/input-props.ts';
export { inputs, preloadInputs } from './inputs.ts';
export { type PastedText, readCells } from './paste.ts';
export { Select } from './Select.tsx';
export { boxClass } from './text.tsx';
