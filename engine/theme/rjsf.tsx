import type { ThemeProps } from '@rjsf/core';
import type { RegistryWidgetsType, WidgetProps } from '@rjsf/utils';
import type { ComponentType } from 'react';
import type { InputProps } from './input-props.ts';
import { inputs, type InputName } from './inputs.ts';
import { templates } from './templates.tsx';

/** rjsf hands its inputs one bag of props; ours read the part InputProps names. */
const asWidget = (Input: ComponentType<InputProps>) => Input as unknown as ComponentType<WidgetProps>;
/** rjsf draws numbers with its text widget: those go to the number input, which lets nothing else in. */
const Text = (props: InputProps) => {
  const Input = props.schema.type === 'number' || props.schema.type === 'integer' ? inputs.number : inputs.text;
  return <Input {...props} />;
};
const own = Object.fromEntries((Object.keys(inputs) as InputName[]).map((name) => [name, asWidget(inputs[name])]));
const widgets: RegistryWidgetsType = {
  ...own,
  TextWidget: asWidget(Text), TextareaWidget: asWidget(inputs.textarea), PasswordWidget: asWidget(inputs.password), EmailWidget: asWidget(inputs.email), URLWidget: asWidget(inputs.url),
  UpDownWidget: asWidget(inputs.number), CheckboxWidget: asWidget(inputs.switch), CheckboxesWidget: asWidget(inputs.multiSelect), RadioWidget: asWidget(inputs.radio), SelectWidget: asWidget((props: InputProps) => {
    const Input = (props as { multiple?: boolean }).multiple ? inputs.multiSelect : inputs.select;
    return <Input {...props} />;
  }),
  DateWidget: asWidget(inputs.date), DateTimeWidget: asWidget(inputs.dateTime), AltDateWidget: asWidget(inputs.date), AltDateTimeWidget: asWidget(inputs.dateTime),
};

/** Our theme for rjsf's Form: `withTheme(arcoTheme)` is a Form like any other. `formContext.ports` gives inputs the world. */
export const arcoTheme: ThemeProps = { widgets, templates: templates as NonNullable<ThemeProps['templates']> };
