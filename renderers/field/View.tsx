import { asField } from '../../src/runtime/models/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { recordsOf, textOf } from '../../src/values/index.ts';
import { useFieldInput } from '../../src/ui/inputs/index.ts';
import type { SelectOption } from '../../src/contract/index.ts';
import type { FieldProps } from './index.ts';

const looksOf = ({ color, note, disabled }: Readonly<Record<string, unknown>>) => ({
  ...(typeof color === 'string' && { color }),
  ...(typeof note === 'string' && { note }),
  ...(disabled === true && { disabled }),
});

/**
 * Options given by a page, in either notation, including nested ones; undefined when it gives none.
 */
function choicesOf({
  options,
  optionValue,
  optionLabel,
}: Pick<FieldProps, 'options' | 'optionValue' | 'optionLabel'>): SelectOption[] | undefined {
  if (options === undefined || options === null) return undefined;
  return recordsOf(options).flatMap((option) => {
    if (option.visible === false) return [];
    const code = textOf(option[textOf(optionValue) || 'code']);
    const children = choicesOf({ options: option.children, optionValue, optionLabel });
    const choice: SelectOption = {
      code,
      label: textOf(option[textOf(optionLabel) || 'label']) || code,
      ...looksOf(option),
      ...(children && children.length > 0 && { children }),
    };
    return [choice];
  });
}
const given = (value: unknown): string | undefined => textOf(value) || undefined;

/** What the page says of the field in place of its model. */
const saidOf = (props: FieldProps) => ({
  label: given(props.label),
  help: given(props.help),
  placeholder: given(props.placeholder),
  input: given(props.input),
  hideLabel: props.hideLabel === true,
  autoFocus: props.autoFocus === true,
  choices: choicesOf(props),
  ask: given(props.ask),
});

/**
 * One field of a form: label, input, help and errors. All it shows comes from the field's model
 * unless the page says otherwise.
 */
export default function FieldView({ node }: WidgetViewProps<FieldProps>) {
  const field = asField(node.bound);
  const { props, state } = node;
  const span = typeof props.span === 'number' && props.span > 1 ? props.span : 1;
  const input = useFieldInput({
    field,
    ports: node.ports,
    id: node.domId('input'),
    ...saidOf(props),
    after: node.hasSlot('after') ? node.slot('after') : undefined,
    required: state.required,
    readonly: state.readonly,
    disabled: state.disabled,
  });
  return span === 1 ? (
    input
  ) : (
    <div style={{ gridColumn: `span ${span}`, minWidth: 0 }}>{input}</div>
  );
}
