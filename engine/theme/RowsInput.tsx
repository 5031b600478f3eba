import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { FieldModel } from '../models/types.ts';
import { Icon } from './icons.tsx';
import styles from './field.module.css';

interface Props { id: string; label: string; field: FieldModel; readonly: boolean; disabled: boolean; draw(field: FieldModel): ReactNode }
/** A list of records inside a form, where the page gives it no layout of its own: a card a row. */
export const RowsInput = observer(function RowsInput({ id, label, field, readonly, disabled, draw }: Props) {
  const locked = readonly || disabled;
  const last = field.rows.length - 1;
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend className={styles.title}>{label}</legend>
      <div className={styles.items}>
        {field.rows.map((row, index) => (
          <div key={row.key} className={styles.item} role="group" aria-label={`${label} 第 ${index + 1} 行`}>
            <div className={styles.itemBody}>{row.fieldNames.map((name) => draw(row.field(name)))}</div>
            {!locked && (
              <div className={styles.itemTools}>
                <RowButton icon="arrow-up" label="上移" off={index === 0} onClick={() => field.moveRow(index, index - 1)} />
                <RowButton icon="arrow-down" label="下移" off={index === last} onClick={() => field.moveRow(index, index + 1)} />
                <RowButton icon="delete" label="移除" onClick={() => field.removeRow(index)} />
              </div>
            )}
          </div>
        ))}
      </div>
      {!locked && <button type="button" id={id} className={`${styles.small} ${styles.add}`} onClick={() => field.insertRow(field.rows.length)}><Icon name="plus" />添加一行</button>}
    </fieldset>
  );
});
export const RowButton = ({ icon, label, off = false, onClick }: { icon: string; label: string; off?: boolean; onClick(): void }) =>
  <button type="button" className={`${styles.small} ${icon === 'delete' ? styles.danger : ''}`} aria-label={label} title={label} disabled={off} onClick={onClick}><Icon name={icon} /></button>;
