import { asValue } from '../../src/runtime/models/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { textOf } from '../../src/values/index.ts';
import { FieldFrame, ValueInput } from '../../src/ui/inputs/index.ts';
import { columnsOf, fieldChoices, rowChoices, withChosen, type Choice } from './choices.ts';
import type { FieldSelectProps } from './index.ts';
import { useFieldsOf, useReferrers } from './use-fields.ts';

/** What there is to choose from, and whether it is still on its way. */
function useChoices({ props, ports }: NodeHandle<FieldSelectProps>): {
  choices: Choice[];
  loading: boolean;
} {
  const object = textOf(props.object);
  const [via = '', link] = textOf(props.via).split('.');
  const rows = props.choose === 'rows';
  const given = Array.isArray(props.fields);
  const own = useFieldsOf(given ? '' : object, ports);
  const others = useFieldsOf(link === undefined ? '' : via, ports);
  const referrers = useReferrers(rows ? object : '', ports);
  const fields = given ? props.fields : own.found;
  if (rows)
    return {
      choices: rowChoices(fields, referrers.found),
      loading: own.loading || referrers.loading,
    };
  const from = link !== undefined ? others.found : via === '' ? fields : columnsOf(fields, via);
  return { choices: fieldChoices(from, props.types), loading: own.loading || others.loading };
}

/** Chooses a field by the name people know; its own name is kept. */
export default function FieldSelectView({ node }: WidgetViewProps<FieldSelectProps>) {
  const { props, state, ports } = node;
  const bound = asValue(node.bound);
  const field = bound.kind === 'field' ? bound : null;
  const { choices, loading } = useChoices(node);
  const id = node.domId('input');
  const label = textOf(props.label) || field?.label || '字段';
  const write = (value: unknown): void => {
    bound.set(value ?? (field ? undefined : null));
    field?.touch();
    if (node.handles('change')) void node.emit('change', { value: value ?? null });
  };
  const options = loading ? choices : withChosen(choices, bound.value);
  return (
    <FieldFrame
      id={id}
      label={label}
      hideLabel={props.hideLabel === true}
      required={state.required}
      help={textOf(props.help) || field?.help || ''}
      errors={field?.errors ?? []}
    >
      <ValueInput
        id={id}
        describe={{ type: 'singleSelect', options }}
        label={label}
        value={loading && options.length === 0 ? undefined : bound.value}
        onChange={write}
        ports={ports}
        placeholder={loading ? '加载中' : textOf(props.placeholder) || '请选择'}
        disabled={state.disabled || loading}
        readonly={state.readonly}
      />
    </FieldFrame>
  );
}
