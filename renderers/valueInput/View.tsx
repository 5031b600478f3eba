import { useMemo } from 'react';
import {
  FIELD_TYPES,
  isComputed,
  type FieldDescribe,
  type FieldType,
} from '../../src/contract/index.ts';
import { asValue } from '../../src/runtime/models/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { isRecord, partOf, recordsOf, textOf, withPart } from '../../src/values/index.ts';
import { FieldFrame, ValueInput } from '../../src/ui/inputs/index.ts';
import type { ValueInputProps } from './index.ts';

type ValueInputNode = WidgetViewProps<ValueInputProps>['node'];

const isType = (type: unknown): type is FieldType =>
  (FIELD_TYPES as readonly unknown[]).includes(type);
/** The field as an input needs it; a line of text for an unknown field, or one without an input. */
function fieldOf(
  given: unknown,
  choose: boolean,
): Pick<FieldDescribe, 'type'> & Partial<FieldDescribe> {
  if (!isRecord(given) || !isType(given['type']) || isComputed(given['type']))
    return { type: 'text' };
  const field = given as Partial<FieldDescribe> & Pick<FieldDescribe, 'type'>;
  return choose ? { ...field, type: 'multiSelect' } : field;
}

/** The binding, if any, and the field of a form behind it. */
function bindingOf(node: ValueInputNode) {
  const bound = node.bound === undefined ? null : asValue(node.bound);
  return { bound, own: bound?.kind === 'field' ? bound : null };
}

function useDescribe({ props }: ValueInputNode) {
  const { fields, name, choose } = props;
  const given = props.field ?? recordsOf(fields).find((each) => each['apiName'] === name);
  return useMemo(() => fieldOf(given, choose === true), [given, choose]);
}

/**
 * A value of some field, filled in as that field is: a date with a calendar, a choice from its
 * options, a person by name.
 */
export default function ValueInputView({ node }: WidgetViewProps<ValueInputProps>) {
  // Without a bind it shows what such a field looks like.
  const { bound, own } = bindingOf(node);
  const { label, help, placeholder, multiple, hideLabel } = node.props;
  const field = useDescribe(node);
  const id = node.domId('input');
  const name = textOf(label) || own?.label || field.label || '值';
  const errors = own?.errors ?? [];
  const part = textOf(node.props.part);
  const change = (value: unknown): void => {
    bound?.set(part === '' ? value : withPart(bound.value, [part], value ?? undefined));
    if (node.handles('change')) void node.emit('change', { value: value ?? null });
  };
  return (
    <FieldFrame
      id={id}
      label={name}
      hideLabel={hideLabel === true}
      required={node.state.required}
      help={textOf(help) || own?.help || ''}
      errors={errors}
    >
      <ValueInput
        key={`${field.apiName ?? ''} ${field.type}`}
        id={id}
        describe={field}
        label={name}
        value={
          (bound ? partOf(bound.value, part === '' ? [] : [part]) : node.props.value) ?? undefined
        }
        onChange={change}
        onBlur={() => own?.touch()}
        ports={node.ports}
        errors={errors}
        multiple={multiple === true}
        disabled={node.state.disabled || !bound}
        readonly={node.state.readonly}
        placeholder={textOf(placeholder)}
      />
    </FieldFrame>
  );
}
