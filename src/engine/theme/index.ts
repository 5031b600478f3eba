import '@arco-design/web-react/es/style/index.css';
import './tokens.css';

/**
 * Arco's look for everything that is filled in: the inputs by name, the fast path of forms
 * (FieldInput, ValueInput) and the icon kit. The rjsf theme is a front door of its own (rjsf.tsx),
 * so that pages without rjsf's Form do not carry it.
 *
 * Styles: Arco's base (tokens and resets, 4 kB gzip) comes here; a component's own sheet is
 * imported where the component is, so the whole sheet (62 kB gzip) never loads.
 */
export { FieldFrame, type FieldFrameProps } from './FieldFrame.tsx';
export {
  FieldInput,
  useFieldInput,
  ValueInput,
  type FieldInputProps,
  type FieldOverrides,
  type ValueInputProps,
} from './FieldInput.tsx';
export { Floating as FloatingList } from './Floating.tsx';
export { PALETTE_TYPE, leavePlace, takePlace, type DropPlace } from './drop-place.ts';
export { DayChooser } from './day-chooser.tsx';
export { FormBusyContext, useFormBusy, type FormBusy } from './form-busy.ts';
export { announcements, instructions } from './drag-words.ts';
export { Icon, hasIcon, loadIcons } from './icons.tsx';
export { inputOf, inputs, preloadInputs, type InputName } from './inputs.ts';
export type { InputContext, InputOptions, InputProps } from './input-props.ts';
export {
  APP_COLORS,
  APP_ICONS,
  APP_ICON_LABELS,
  COLORS,
  colorLabel,
  colorName,
  dotStyle,
  tagStyle,
} from './palette.ts';
