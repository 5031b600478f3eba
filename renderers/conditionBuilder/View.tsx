import { useMemo, useState } from 'react';
import { FILTER_MAX_LEAVES, type FieldDescribe, type FilterGroup } from '../../contract/index.ts';
import { GroupEditor, type EditorWorld } from '../../engine/conditions/index.ts';
import { asValue, type WidgetViewProps } from '../../engine/index.ts';
import { chrome, leavesOf, recordsOf, textOf } from '../../engine/parts/index.ts';
import { FieldFrame } from '../../engine/theme/index.ts';
import { conditionOf, conditionOperators, conditionText } from '../../page/index.ts';
import type { ConditionBuilderProps } from './index.ts';
import styles from './View.module.css';

const isField = (value: Record<string, unknown>): boolean => typeof value['apiName'] === 'string' && typeof value['type'] === 'string' && typeof value['label'] === 'string';

/** The conditions as they are edited: one that has no value yet is not in the text, and stays here. Another text from outside is read anew. */
function useConditions(text: string, fields: readonly FieldDescribe[], write: (text: string) => void) {
  const [kept, setKept] = useState(() => ({ text, fields, group: conditionOf(text, fields) }));
  let { group } = kept;
  if (kept.text !== text || kept.fields !== fields) {
    // The same text with other fields (one was added to the form) keeps what is half done.
    group = kept.text === text && kept.group !== null && conditionText(kept.group, fields) === text ? kept.group : conditionOf(text, fields);
    setKept({ text, fields, group });
  }
  const change = (next: FilterGroup): void => {
    const written = conditionText(next, fields);
    setKept({ text: written, fields, group: next });
    if (written !== text) write(written);
  };
  return { group, change };
}

/** A condition made of rows of field, operator and value, kept as an expression; one these rows cannot say is written as a formula. */
export default function ConditionBuilderView({ node }: WidgetViewProps<ConditionBuilderProps>) {
  const bound = asValue(node.bound);
  const field = bound.kind === 'field' ? bound : null;
  const given = node.props.fields;
  const fields = useMemo(() => recordsOf(given).filter(isField) as unknown as FieldDescribe[], [given]);
  const [byHand, setByHand] = useState(false);
  const write = (text: string): void => { bound.set(text === '' ? undefined : text); if (node.handles('change')) void node.emit('change', { value: text === '' ? null : text }); };
  const { group, change } = useConditions(textOf(bound.value), fields, write);
  const locked = node.state.readonly || node.state.disabled;
  const id = node.domId('input');
  const label = textOf(node.props.label) || field?.label || '条件';
  const world: EditorWorld = { fields, ports: node.ports, checked: false, full: leavesOf(group).length >= FILTER_MAX_LEAVES, label: '逐条选择', operatorsOf: conditionOperators };
  const formula = node.hasSlot('formula') && (byHand || group === null);
  return (
    <FieldFrame id={id} label={label} hideLabel required={node.state.required} help={textOf(node.props.help) || field?.help || ''} errors={formula ? [] : field?.errors ?? []}>
      <fieldset id={id} className={styles.box} disabled={locked} aria-label={label}>
        {formula && node.slot('formula')}
        {!formula && group !== null && (fields.length === 0 ? <p className={styles.none}>没有可以判断的字段</p> : <GroupEditor world={world} group={group} depth={0} onChange={change} />)}
        {!formula && group === null && <p className={styles.none}>这个条件由公式写成：{textOf(bound.value)}</p>}
        {node.hasSlot('formula') && !locked && (
          <button type="button" className={`${chrome.link} ${styles.turn}`} disabled={group === null} title={group === null ? '这个公式不能拆成逐条的条件' : undefined} onClick={() => setByHand(!formula)}>{formula ? '改为逐条选择' : '改为写公式'}</button>
        )}
      </fieldset>
    </FieldFrame>
  );
}
