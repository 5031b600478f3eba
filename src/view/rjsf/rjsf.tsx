import type { FormProps, ThemeProps } from '@rjsf/core';
import type { RegistryWidgetsType, UiSchema, WidgetProps } from '@rjsf/utils';
import type { ComponentType } from 'react';
import { type InputProps, inputs } from '../../ui/inputs/index.ts';
import { CheckboxesInput, FileInput, HexColorInput, RangeInput } from './rjsf-inputs.tsx';
import { chineseErrors, translateString } from './rjsf-words.ts';
import { templates } from './templates.tsx';

/** rjsf hands its inputs one bag of props; ours read the part InputProps names. */
const asWidget = (Input: ComponentType<InputProps>) =>
  Input as unknown as ComponentType<WidgetProps>;
/**
 * rjsf draws numbers with its text widget: those go to the number input, which lets nothing else
 * in.
 */
const Text = (props: InputProps) => {
  const Input =
    props.schema.type === 'number' || props.schema.type === 'integer' ? inputs.number : inputs.text;
  return <Input {...props} />;
};
/**
 * rjsf calls every boolean `checkbox`: a switch with us, a box only where the uiSchema asks for
 * one.
 */
const Boolean = (props: InputProps & { uiSchema?: UiSchema }) => {
  const Input = props.uiSchema?.['ui:widget'] === 'checkbox' ? inputs.checkbox : inputs.switch;
  return <Input {...props} />;
};
const Select = (props: InputProps & { multiple?: boolean }) => {
  const Input = props.multiple ? inputs.multiSelect : inputs.select;
  return <Input {...props} />;
};
/** Names rjsf means another input by: its colours are #rrggbb, ours are of the palette. */
const { checkbox: _checkbox, select: _select, text: _text, color: _color, ...named } = inputs;
const own = Object.fromEntries(
  Object.entries(named).map(([name, input]) => [name, asWidget(input)]),
);
const widgets: RegistryWidgetsType = {
  ...own,
  TextWidget: asWidget(Text),
  TextareaWidget: asWidget(inputs.textarea),
  PasswordWidget: asWidget(inputs.password),
  EmailWidget: asWidget(inputs.email),
  URLWidget: asWidget(inputs.url),
  UpDownWidget: asWidget(inputs.number),
  CheckboxWidget: asWidget(Boolean),
  CheckboxesWidget: asWidget(CheckboxesInput),
  RadioWidget: asWidget(inputs.radio),
  SelectWidget: asWidget(Select),
  DateWidget: asWidget(inputs.date),
  DateTimeWidget: asWidget(inputs.dateTime),
  AltDateWidget: asWidget(inputs.date),
  AltDateTimeWidget: asWidget(inputs.dateTime),
  ColorWidget: asWidget(HexColorInput),
  RangeWidget: asWidget(RangeInput),
  FileWidget: FileInput,
};

/**
 * Our theme for rjsf's Form: `withTheme(arcoTheme)` is a Form like any other, in Chinese.
 * `formContext.ports` gives inputs the world.
 */
export const arcoTheme: ThemeProps & Pick<FormProps, 'translateString' | 'transformErrors'> = {
  widgets,
  templates: templates as NonNullable<ThemeProps['templates']>,
  translateString,
  transformErrors: chineseErrors,
};
