import { asValue } from '../../src/runtime/models/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { textOf } from '../../src/values/index.ts';
import { FieldFrame, useFocusTarget, ValueInput } from '../../src/ui/inputs/index.ts';
import {
  bulkChoices,
  columnChoicesOf,
  fieldChoices,
  filledChoices,
  fillingChoices,
  rowChoices,
  includeChosen,
  type FieldChoice,
} from './choices.ts';
import type { FieldSelectProps } from './index.ts';
import { useFieldsOf, useReferrers } from './use-fields.ts';

type Fetched = ReturnType<typeof useFieldsOf>;
interface Sources {
  /** The fields themselves, as given or of the object. */
  own: { loading: boolean; found: unknown };
  others: Fetched;
  referrers: Fetched;
  held: Fetched;
}
/** The fields a choice is among, by what the widget is asked to choose. */
function choicesOf(
  { props }: NodeHandle<FieldSelectProps>,
  { own, others, referrers, held }: Sources,
): FieldChoice[] {
  const [via = '', link] = textOf(props.via).split('.');
  const [, heldName = ''] = textOf(props.holds).split('.');
  if (props.choose === 'rows') return rowChoices(own.found, referrers.found);
  if (props.bulk === true) return bulkChoices(own.found, props.types);
  if (props.filled === true) return filledChoices(own.found);
  if (heldName !== '') return fillingChoices(own.found, held.found, heldName);
  const ofRows = via === '' ? own.found : columnChoicesOf(own.found, via);
  return fieldChoices(
    link === undefined ? ofRows : others.found,
    props.types,
    textOf(props.rollup),
  );
}
/** The options, and whether they are still loading. */
function useChoices(node: NodeHandle<FieldSelectProps>): {
  choices: FieldChoice[];
  loading: boolean;
} {
  const { props, ports } = node;
  const object = textOf(props.object);
  const [via = '', link] = textOf(props.via).split('.');
  const [heldOf = '', heldName = ''] = textOf(props.holds).split('.');
  const given = Array.isArray(props.fields);
  const fetched = useFieldsOf(given ? '' : object, ports);
  const own = given ? { loading: false, found: props.fields } : fetched;
  const sources: Sources = {
    own,
    others: useFieldsOf(link === undefined ? '' : via, ports),
    referrers: useReferrers(props.choose === 'rows' ? object : '', ports),
    held: useFieldsOf(heldName === '' ? '' : heldOf, ports),
  };
  const except = textOf(props.except);
  return {
    choices: choicesOf(node, sources).filter(({ code }) => code !== except),
    loading: Object.values(sources).some(({ loading }) => loading),
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
  const none = node.props.choose === 'fields' ? [] : field ? undefined : null;
  bound.set(value ?? none);
  field?.touch();
  if (node.handles('change')) void node.emit('change', { value: value ?? null });
}

export default function FieldSelectView({ node }: WidgetViewProps<FieldSelectProps>) {
  const { props, state, ports } = node;
  const bound = asValue(node.bound);
  const field = bound.kind === 'field' ? bound : null;
  const { choices, loading } = useChoices(node);
  const id = node.domId('input');
  useFocusTarget(field, id);
  const label = textOf(props.label) || field?.label || '字段';
  const write = (value: unknown): void => writeChoice(node, bound, field, value);
  const options = loading ? choices : includeChosen(choices, bound.value, props.fields);
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
        multiple={props.choose === 'fields'}
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
