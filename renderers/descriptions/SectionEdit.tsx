import { observer } from 'mobx-react-lite';
import { useEffect, useId, useState } from 'react';
import type { CSSProperties, KeyboardEvent } from 'react';
import { useKeyHints } from '../../src/ui/overlay/index.ts';
import type { FieldModel, FormModel } from '../../src/runtime/models/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import { IconButton } from '../../src/ui/parts/index.ts';
import { LEAVE_QUESTION } from '../../src/view/index.ts';
import { FieldInput } from '../../src/ui/inputs/index.ts';
import { saveFields, isWritable, takeBack } from './InPlace.tsx';
import type { DescriptionsProps } from './index.ts';
import styles from './View.module.css';

export interface SectionContext {
  node: NodeHandle<DescriptionsProps>;
  form: FormModel;
  fields: readonly { field: FieldModel; wide: boolean }[];
}

const HINTS = [
  ['mod+Enter', '保存正在编辑的分组'],
  ['Escape', '取消编辑'],
] as const;

const isDirty = ({ fields }: SectionContext): boolean => fields.some(({ field }) => field.dirty);

/**
 * A section's fields as inputs, saved together. Ctrl+Enter saves; Esc takes all of it back, asking
 * first when there is something to lose.
 */
export const SectionEdit = observer(function SectionEdit({
  place,
  columns,
  title,
  onDone,
}: {
  place: SectionContext;
  columns: number;
  title: string;
  onDone(): void;
}) {
  const { node, form, fields } = place;
  const id = useId();
  const [busy, setBusy] = useState(false);
  useKeyHints(HINTS);
  const first = fields.find(({ field }) => isWritable(field, form))?.field;
  useEffect(() => first?.focus(), [first]);
  const cancel = async () => {
    if (busy) return;
    if (isDirty(place) && !(await node.ports.confirm(LEAVE_QUESTION))) return;
    takeBack(
      form,
      fields.map(({ field }) => field),
    );
    onDone();
  };
  const save = async () => {
    if (busy) return;
    if (!isDirty(place)) return onDone();
    setBusy(true);
    const done = await saveFields(
      node,
      form,
      fields.map(({ field }) => field),
    ).finally(() => setBusy(false));
    if (done) onDone();
    else fields.find(({ field }) => field.errors.length > 0)?.field.focus();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') void cancel();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      role="group"
      aria-label={`编辑${title || '这一组'}`}
      className={styles.sectionEdit}
      onKeyDown={keys}
    >
      <div className={styles.grid} style={{ '--columns': columns } as CSSProperties}>
        {fields.map(({ field, wide }) => (
          <div key={field.path} className={wide ? styles.wide : styles.pair}>
            <FieldInput id={`${id}${field.name}`} field={field} ports={node.ports} />
          </div>
        ))}
      </div>
      <div className={styles.sectionActs} data-noprint>
        <button
          type="button"
          className={styles.save}
          aria-disabled={busy}
          onClick={() => void save()}
        >
          {busy ? '正在保存…' : '保存'}
        </button>
        <button type="button" className={styles.cancel} onClick={() => void cancel()}>
          取消
        </button>
        <span className={styles.hint}>Ctrl Enter 保存，Esc 取消</span>
      </div>
    </div>
  );
});

/** Opens the section for writing. */
export const SectionEditButton = ({ title, onClick }: { title: string; onClick(): void }) => (
  <span className={styles.sectionPen} data-noprint>
    <IconButton label={title ? `修改整组：${title}` : '修改整组'} icon="edit" onClick={onClick} />
  </span>
);
