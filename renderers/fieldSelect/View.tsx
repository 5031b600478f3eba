import { asValue } from '../../src/runtime/models/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { textOf } from '../../src/values/index.ts';
import { FieldFrame, ValueInput } from '../../src/ui/inputs/index.ts';
import {
  columnChoicesOf,
  fieldChoices,
  rowChoices,
  includeChosen,
  type FieldChoice,
} from './choices.ts';
import type { FieldSelectProps } from './index.ts';
import { useFieldsOf, useReferrers } from './use-fields.ts';

/** The options, and whether they are still loading. */
function useChoices({ props, ports }: NodeHandle<FieldSelectProps>): {
  choices: FieldChoice[];
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
  const from =
    link !== undefined ? others.found : via === '' ? fields : columnChoicesOf(fields, via);
  return {
    choices: fieldChoices(from, props.types, textOf(props.rollup)),
    loading: own.loading || others.loading,
  };
}

/** Chooses a field by its label; the apiName is stored. */
type BoundValue = ReturnType<typeof asValue>;
type BoundField = Extract<BoundValue, { kind: 'field' }>;

const placeholderOf = ({ placeholder }: FieldSelectProps, loading: boolean): string =>
  loading ? '加载中' : textOf(placeholder) || '请选择';

function writeChoice(
  node: WidgetViewProps<FieldSelectProps>['node'],
  bound: BoundValue,
  field: BoundField | null,
  value: unknown,
): void {
  bound.set(value ?? (field ? undefined : null));
  field?.touch();
  if (node.handles('change')) void node.emit('change', { value: value ?? null });
}

export default function FieldSelectView({ node }: WidgetViewProps<FieldSelectProps>) {
  const { props, state, ports } = node;
  const bound = asValue(node.bound);
  const field = bound.kind === 'field' ? bound : null;
  const { choices, loading } = useChoices(node);
  const id = node.domId('input');
  const label = textOf(props.label) || field?.label || '字段';
  const write = (value: unknown): void => writeChoice(node, bound, field, value);
  const options = loading ? choices : includeChosen(choices, bound.value);
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
        placeholder={placeholderOf(props, loading)}
        disabled={state.disabled || loading}
        readonly={state.readonly}
      />
    </FieldFrame>
  );
}
