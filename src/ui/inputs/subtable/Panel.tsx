import { observer } from 'mobx-react-lite';
import { useId, useRef } from 'react';
import type { OwnedField, OwnedRecord } from '../../../runtime/models/index.ts';
import { Layer } from '../../overlay/Layer.tsx';
import type { EnginePorts } from '../../../runtime/ports/index.ts';
import { FieldInput } from '../FieldInput.tsx';
import { Icon } from '../../icons/icons.tsx';
import type { TableEdits } from './history.ts';
import styles from './subtable.module.css';

/** Width of the panel, in pixels: one column of fields. */
const WIDTH = 480;
interface Props {
  field: OwnedField;
  row: OwnedRecord;
  edits: TableEdits;
  ports: EnginePorts;
  locked: boolean;
  label: string;
  onTurn(row: OwnedRecord): void;
  onClose(): void;
}

/**
 * One row with all its fields, one above the other: for rows too wide to read across, and for a
 * phone. What is typed holds at once.
 */
export const Panel = observer(function Panel({
  field,
  row,
  edits,
  ports,
  locked,
  label,
  onTurn,
  onClose,
}: Props) {
  const id = useId();
  const before = useRef({ row, values: row.values() });
  const keep = () => {
    edits.note(before.current.row, before.current.values);
  };
  const at = field.rows.indexOf(row);
  const turn = (to: number) => {
    const next = field.rows[to];
    if (!next) return;
    keep();
    before.current = { row: next, values: next.values() };
    onTurn(next);
  };
  const close = () => {
    keep();
    onClose();
  };
  const remove = () => {
    const next = field.rows[at + 1] ?? field.rows[at - 1];
    keep();
    edits.remove([row]);
    if (next) {
      before.current = { row: next, values: next.values() };
      onTurn(next);
    } else onClose();
  };
  return (
    <Layer place="right" width={`${WIDTH}px`} labelledBy={id} maskCloses onClose={close}>
      <div className={styles.panelHead}>
        <h2 id={id} className={styles.panelTitle}>
          {label}：第 {at + 1} 行
        </h2>
        <Tool label="上一行" icon="up" off={at <= 0} onClick={() => turn(at - 1)} />
        <Tool
          label="下一行"
          icon="down"
          off={at >= field.rows.length - 1}
          onClick={() => turn(at + 1)}
        />
        <Tool label="关闭" icon="close" onClick={close} />
      </div>
      <div key={row.key} className={styles.panelBody}>
        {row.fieldNames.map((name) => (
          <FieldInput
            key={name}
            field={row.field(name)}
            ports={ports}
            {...(locked && { readonly: true })}
          />
        ))}
      </div>
      <div className={styles.panelFoot}>
        {!locked && (
          <button type="button" className={`${styles.button} ${styles.danger}`} onClick={remove}>
            <Icon name="delete" />
            删除此行
          </button>
        )}
        <button type="button" className={`${styles.button} ${styles.done}`} onClick={close}>
          完成
        </button>
      </div>
    </Layer>
  );
});
export const Tool = ({
  label,
  icon,
  off = false,
  onClick,
}: {
  label: string;
  icon: string;
  off?: boolean;
  onClick(): void;
}) => (
  <button
    type="button"
    className={`${styles.tool} ${icon === 'delete' ? styles.danger : ''}`}
    aria-label={label}
    title={label}
    disabled={off}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
);
