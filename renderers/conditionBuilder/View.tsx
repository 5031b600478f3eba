import { useState } from 'react';
import {
  FILTER_MAX_LEAVES,
  type FieldDescribe,
  type FilterGroup,
} from '../../src/contract/index.ts';
import { conditionOperators, filterLeaves, textOf } from '../../src/values/index.ts';
import { GroupEditor, type ConditionContext } from '../../src/ui/conditions/index.ts';
import { asValue, type FieldModel } from '../../src/runtime/models/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { chrome } from '../../src/ui/parts/index.ts';
import { FieldFrame, useFocusTarget } from '../../src/ui/inputs/index.ts';
import type { ConditionBuilderProps } from './index.ts';
import { conditionFormatOf, useConditions } from './use-conditions.ts';
import { useFields } from './use-fields.ts';
import styles from './View.module.css';

/** Texts around the conditions: the page's own before those of the bound field. */
const frameOf = (props: ConditionBuilderProps, field: FieldModel | null) => ({
  label: textOf(props.label) || field?.label || '条件',
  help: textOf(props.help) || field?.help || '',
  errors: field?.errors ?? [],
});

/** A required condition begins with a row to fill in. */
function withFirstRow(
  group: FilterGroup | null,
  [first]: readonly FieldDescribe[],
): FilterGroup | null {
  return group?.items.length === 0 && first
    ? { ...group, items: [{ field: first.apiName, op: conditionOperators(first)[0] ?? 'eq' }] }
    : group;
}

interface RowsProps {
  /** Null for a condition that rows cannot express. */
  group: FilterGroup | null;
  text: string;
  context: ConditionContext;
  onChange(group: FilterGroup): void;
}
function Rows({ group, text, context, onChange }: RowsProps) {
  if (!group) return <p className={styles.none}>这个条件由公式写成：{text}</p>;
  if (context.fields.length === 0) return <p className={styles.none}>没有可以判断的字段</p>;
  return <GroupEditor world={context} group={group} depth={0} onChange={onChange} />;
}

/** Switches between rows and a formula; a formula that rows cannot express stays one. */
function FormulaToggle({
  formula,
  splittable,
  onToggle,
}: {
  formula: boolean;
  splittable: boolean;
  onToggle(): void;
}) {
  return (
    <button
      type="button"
      className={`${chrome.link} ${styles.turn}`}
      disabled={!splittable}
      title={splittable ? undefined : '这个公式不能拆成逐条的条件'}
      onClick={onToggle}
    >
      {formula ? '改为逐条选择' : '改为写公式'}
    </button>
  );
}

/**
 * A condition made of rows of field, operator and value, stored as an expression; one that these
 * rows cannot express is written as a formula.
 */
export default function ConditionBuilderView({ node }: WidgetViewProps<ConditionBuilderProps>) {
  const bound = asValue(node.bound);
  const field = bound.kind === 'field' ? bound : null;
  const fields = useFields(node.props.fields, node.props.object, node.ports);
  const [byHand, setByHand] = useState(false);
  const isFilter = node.props.kept === 'filter';
  const keeping = conditionFormatOf(node.props.kept);
  const text = keeping.text(bound.value);
  const write = (next: string): void => {
    const value = keeping.value(next);
    bound.set(value);
    if (node.handles('change')) void node.emit('change', { value: value ?? null });
  };
  const { group, change } = useConditions(keeping, text, fields, write);
  const locked = node.state.readonly || node.state.disabled;
  const id = node.domId('input');
  useFocusTarget(field, id);
  const { label, help, errors } = frameOf(node.props, field);
  const context: ConditionContext = {
    fields,
    ports: node.ports,
    checked: false,
    full: filterLeaves(group).length >= FILTER_MAX_LEAVES,
    label: '逐条选择',
    ...(!isFilter && { operatorsOf: conditionOperators }),
  };
  const turns = node.hasSlot('formula') && !isFilter;
  const formula = turns && (byHand || group === null);
  return (
    <FieldFrame
      id={id}
      label={label}
      hideLabel
      required={node.state.required}
      help={help}
      errors={formula ? [] : errors}
    >
      <fieldset id={id} className={styles.box} disabled={locked} aria-label={label}>
        {formula ? (
          node.slot('formula')
        ) : (
          <Rows
            group={isFilter || node.props.optional === true ? group : withFirstRow(group, fields)}
            text={text}
            context={context}
            onChange={change}
          />
        )}
        {turns && !locked && (
          <FormulaToggle
            formula={formula}
            splittable={group !== null}
            onToggle={() => setByHand(!formula)}
          />
        )}
      </fieldset>
    </FieldFrame>
  );
}
