import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { isComputed } from '../../src/contract/index.ts';
import type { FieldModel, FormModel } from '../../src/runtime/models/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import { IconButton } from '../../src/ui/parts/index.ts';
import { FieldInput } from '../../src/ui/inputs/index.ts';
import type { DescriptionsProps } from './index.ts';
import styles from './View.module.css';

interface Place {
  node: NodeHandle<DescriptionsProps>;
  form: FormModel;
  field: FieldModel;
}

/**
 * Whether a user may write the field: neither a computed one nor a forbidden one. During a save no
 * other field opens, but open ones stay open.
 */
export const isWritable = (
  { readonly, disabled, describe }: FieldModel,
  { status }: FormModel,
): boolean =>
  !readonly && (status === 'saving' || !disabled) && !(describe && isComputed(describe.type));

/**
 * Saves the changes of these fields; an error elsewhere in the record is shown as a message, as it
 * has no place here.
 */
export async function saveFields(
  node: NodeHandle<DescriptionsProps>,
  form: FormModel,
  fields: readonly FieldModel[],
): Promise<boolean> {
  const changed = fields.filter(({ dirty }) => dirty).map(({ name }) => name);
  try {
    if (await form.save()) {
      void node.emit('saved', { id: form.id, fields: changed });
      return true;
    }
    const other = form.failing.find((each) => !fields.includes(each));
    if (other && fields.every(({ errors }) => errors.length === 0))
      node.ports.toast('error', `没有保存，${other.fullName}：${other.errors[0] ?? ''}`);
  } catch (failure) {
    node.ports.showFailure(failure);
  }
  return false;
}

/** Back to what was loaded, with what a chosen record filled in beside its lookup. */
export function takeBack(form: FormModel, fields: readonly FieldModel[]): void {
  for (const field of fields) {
    const filled = field.dirty ? (field.describe?.fills ?? []) : [];
    field.restore();
    for (const { to } of filled) if (form.hasField(to)) form.field(to).restore();
  }
}

/**
 * The field's own input in place of its value. Enter saves, Ctrl+Enter in a multi-line input; Esc
 * reverts.
 */
const Editing = observer(function Editing({ place, onDone }: { place: Place; onDone(): void }) {
  const { node, form, field } = place;
  const id = useId();
  const [busy, setBusy] = useState(false);
  useEffect(() => field.focus(), [field]);
  const cancel = () => {
    takeBack(form, [field]);
    onDone();
  };
  const save = async () => {
    if (busy) return;
    setBusy(true);
    const done = await saveFields(node, form, [field]).finally(() => setBusy(false));
    if (done) onDone();
    else field.focus();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    const inText =
      event.target instanceof HTMLInputElement &&
      event.target.getAttribute('aria-expanded') !== 'true';
    if (event.key === 'Escape') cancel();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || inText)) void save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.editing} role="group" aria-label={`修改${field.label}`} onKeyDown={keys}>
      <FieldInput id={id} field={field} ports={node.ports} hideLabel />
      <div className={styles.editActs}>
        <button
          type="button"
          className={styles.save}
          aria-disabled={busy}
          onClick={() => void save()}
        >
          保存
        </button>
        <button type="button" className={styles.cancel} onClick={cancel}>
          取消
        </button>
      </div>
    </div>
  );
});

/** The box whose pen gets the focus back when the writing is over. */
function useReturnedFocus(editing: boolean) {
  const box = useRef<HTMLSpanElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) box.current?.querySelector('button')?.focus();
    wasEditing.current = editing;
  }, [editing]);
  return box;
}

/**
 * A value that a double click or its pen opens for writing; what is saved is this one field. One
 * that was changed stays open, also when it was out of sight meanwhile.
 */
export const InPlaceInput = observer(function InPlace({
  children,
  ...place
}: Place & { children: ReactNode }) {
  const [opened, setEditing] = useState(false);
  const editing = opened || place.field.dirty;
  const box = useReturnedFocus(editing);
  if (editing) return <Editing place={place} onDone={() => setEditing(false)} />;
  return (
    <div className={styles.value} onDoubleClick={() => setEditing(true)}>
      <div className={styles.shown}>{children}</div>
      <span ref={box} className={styles.pen} data-noprint>
        <IconButton
          label={`修改${place.field.label}`}
          icon="edit"
          onClick={() => setEditing(true)}
        />
      </span>
    </div>
  );
});
