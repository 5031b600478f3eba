import type { CSSProperties } from 'react';
import { asRecord, type FieldModel, type WidgetViewProps } from '../../engine/index.ts';
import { ValueView, isEmpty, type FieldLook } from '../../engine/display/index.ts';
import { FailureCard, failureText, numberOf, rowsOf, textOf } from '../../engine/parts/index.ts';
import type { DescriptionsProps } from './index.ts';
import styles from './View.module.css';

const LOOKS: Record<string, FieldLook['type']> = { textarea: 'longText', switch: 'boolean', checkbox: 'boolean', number: 'decimal', select: 'singleSelect', rows: 'text' };
/** How a field is read: by its describe, else by the input it would be filled in with. */
const lookOf = (field: FieldModel): FieldLook => field.describe ?? { type: LOOKS[field.input] ?? (field.input as FieldLook['type']), options: [...field.options] };
/** Long texts and files take the whole line. */
const isWide = (field: FieldModel): boolean => field.describe?.type === 'longText' || field.describe?.type === 'attachment';

/** Labels and values for reading, in columns. */
export default function DescriptionsView({ node }: WidgetViewProps<DescriptionsProps>) {
  const record = asRecord(node.bound);
  const { fields, columns, hideEmpty } = node.props;
  const title = textOf(node.props.title);
  if ('status' in record && record.status === 'loading') return <span className={`hz-skeleton ${styles.waiting}`} role="status" aria-label="加载中" />;
  if ('status' in record && record.status === 'failed') return <FailureCard text={failureText(record.failure)} onRetry={() => void record.reload()} />;
  const wanted = rowsOf(fields).map(textOf).filter((name) => record.hasField(name));
  const shown = (fields === undefined || fields === null ? record.fieldNames : wanted).map((name) => record.field(name)).filter((field) => field.visible && !(hideEmpty && isEmpty(field.value)));
  return (
    <div className={styles.frame}>
      {title && <h3 className={styles.title}>{title}</h3>}
      <dl className={styles.grid} style={{ '--columns': numberOf(columns, 2) } as CSSProperties}>
        {shown.map((field) => (
          <div key={field.path} className={`${styles.pair} ${isWide(field) ? styles.wide : ''}`}><dt>{field.label}</dt><dd><ValueView field={lookOf(field)} value={field.value} ports={node.ports} /></dd></div>
        ))}
      </dl>
    </div>
  );
}
