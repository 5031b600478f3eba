import { useState } from 'react';
import { FILTER_MAX_LEAVES } from '../../src/contract/index.ts';
import { conditionOperators, filterLeaves, textOf } from '../../src/values/index.ts';
import { GroupEditor, type ConditionContext } from '../../src/ui/conditions/index.ts';
import { asValue } from '../../src/runtime/models/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { chrome } from '../../src/ui/parts/index.ts';
import { FieldFrame } from '../../src/ui/inputs/index.ts';
import type { ConditionBuilderProps } from './index.ts';
import { conditionFormatOf, useConditions } from './use-conditions.ts';
import { useFields } from './use-fields.ts';
import styles from './View.module.css';

/**
 * A condition made of rows of field, operator and value, stored as an expression; one that these
 * rows cannot express is written as a formula.
 */
export default function ConditionBuilderView({ node }: WidgetViewProps<ConditionBuilderProps>) {
  const bound = asValue(node.bound);
  const field = bound.kind === 'field' ? bound : null;
  const fields = useFields(node.props.fields, node.props.object, node.ports);
  const [byHand, setByHand] = useState(false);
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
  const label = textOf(node.props.label) || field?.label || '条件';
  const world: ConditionContext = {
    fields,
    ports: node.ports,
    checked: false,
    full: filterLeaves(group).length >= FILTER_MAX_LEAVES,
    label: '逐条选择',
    ...(node.props.kept !== 'filter' && { operatorsOf: conditionOperators }),
  };
  const [first] = fields;
  // A condition that is asked for begins with a row to fill in; a filter may have none.
  const shown =
    group && group.items.length === 0 && first && node.props.kept !== 'filter'
      ? { ...group, items: [{ field: first.apiName, op: conditionOperators(first)[0] ?? 'eq' }] }
      : group;
  const turns = node.hasSlot('formula') && node.props.kept !== 'filter';
  const formula = turns && (byHand || group === null);
  return (
    <FieldFrame
      id={id}
      label={label}
      hideLabel
      required={node.state.required}
      help={textOf(node.props.help) || field?.help || ''}
      errors={formula ? [] : (field?.errors ?? [])}
    >
      <fieldset id={id} className={styles.box} disabled={locked} aria-label={label}>
        {formula && node.slot('formula')}
        {!formula &&
          shown !== null &&
          (fields.length === 0 ? (
            <p className={styles.none}>没有可以判断的字段</p>
          ) : (
            <GroupEditor world={world} group={shown} depth={0} onChange={change} />
          ))}
        {!formula && group === null && <p className={styles.none}>这个条件由公式写成：{text}</p>}
        {turns && !locked && (
          <button
            type="button"
            className={`${chrome.link} ${styles.turn}`}
            disabled={group === null}
            title={group === null ? '这个公式不能拆成逐条的条件' : undefined}
            onClick={() => setByHand(!formula)}
          >
            {formula ? '改为逐条选择' : '改为写公式'}
          </button>
        )}
      </fieldset>
    </FieldFrame>
  );
}
