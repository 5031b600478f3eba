import type { CSSProperties, ReactNode } from 'react';
import { isComputed } from '../../contract/index.ts';
import { asRecord, type FieldModel, type FormModel, type NodeHandle, type RecordModel, type WidgetViewProps } from '../../engine/index.ts';
import { ValueView, fieldNamed, isEmpty, type FieldLook, type ValueViewProps } from '../../engine/display/index.ts';
import { FailureCard, failureText, numberOf, rowsOf, textOf } from '../../engine/parts/index.ts';
import { Folded } from './Folded.tsx';
import { InPlace } from './InPlace.tsx';
import type { DescriptionsProps } from './index.ts';
import styles from './View.module.css';

const LOOKS: Record<string, FieldLook['type']> = { textarea: 'longText', switch: 'boolean', checkbox: 'boolean', number: 'decimal', select: 'singleSelect', rows: 'text' };
/** How a field is read: by its describe, else by the input it would be filled in with. */
const lookOf = (field: FieldModel): FieldLook => field.describe ?? { type: LOOKS[field.input] ?? (field.input as FieldLook['type']), options: [...field.options] };
/** Drawn while it is not known how many will come. */
const USUAL_FIELDS = 6;
/** Long texts and files take the whole line. */
const WIDE: ReadonlySet<string> = new Set(['longText', 'attachment', 'richText', 'subTable', 'image']);
const isWide = (field: FieldModel): boolean => WIDE.has(field.describe?.type ?? '');

interface Entry { key: string; label: string; look: FieldLook; value: unknown; wide: boolean; /** null for what the platform keeps */ field: FieldModel | null }
const entryOf = (field: FieldModel): Entry => ({ key: field.path, label: field.label, look: lookOf(field), value: field.value, wide: isWide(field), field });

/** The fields asked for, in that order, the platform's own (创建时间) among them; all of the record's when none are asked for. */
function entriesOf(record: RecordModel | FormModel, names: unknown, hideEmpty: boolean): Entry[] {
  const asked = names === undefined || names === null ? record.fieldNames : rowsOf(names).map(textOf);
  const entries = asked.flatMap((name): Entry[] => {
    if (record.hasField(name)) return record.field(name).visible ? [entryOf(record.field(name))] : [];
    const system = fieldNamed(null, name);
    return system && 'loaded' in record ? [{ key: name, label: system.label, look: system, value: record.loaded[name], wide: false, field: null }] : [];
  });
  return hideEmpty ? entries.filter(({ value }) => !isEmpty(value)) : entries;
}

/** Where a lookup's label leads: the page's path with object and id filled in. */
function linksOf(node: NodeHandle<DescriptionsProps>): Pick<ValueViewProps, 'linkTo' | 'onNavigate'> {
  const path = textOf(node.props.linkPath);
  if (!path) return {};
  const filled = (object: string, id: string) => path.replace('{object}', encodeURIComponent(object)).replace('{id}', encodeURIComponent(id));
  return { linkTo: filled, onNavigate: (to) => node.ports.navigate(to) };
}

/** Types whose values may run long. */
const LONG: ReadonlySet<string> = new Set(['longText', 'richText']);
/** Read, and written in place where that is allowed. */
function valueOf(node: NodeHandle<DescriptionsProps>, record: RecordModel | FormModel, { look, value, field }: Entry): ReactNode {
  const view = <ValueView field={look} value={value} ports={node.ports} {...linksOf(node)} />;
  const read = LONG.has(look.type) ? <Folded>{view}</Folded> : view;
  if (node.props.editable !== true || !('save' in record) || !field || (field.describe && isComputed(field.describe.type))) return read;
  // While it is being saved nothing can be written, but what is open stays so.
  const open = record.status === 'saving' || (!field.readonly && !field.disabled);
  return open ? <InPlace node={node} form={record} field={field}>{read}</InPlace> : read;
}

/** Labels and values in grey, as many as will come. */
function Waiting({ title, count, columns }: { title: string; count: number; columns: number }) {
  return (
    <div className={styles.frame} role="status" aria-label="加载中">
      {title && <h3 className={styles.title}>{title}</h3>}
      <div className={styles.grid} style={{ '--columns': columns } as CSSProperties}>
        {Array.from({ length: count }, (_, i) => <div key={i} className={styles.bones}><span className={`hz-skeleton ${styles.boneLabel}`} /><span className={`hz-skeleton ${styles.boneValue}`} /></div>)}
      </div>
    </div>
  );
}

/** Labels and values for reading, in columns; or only the values, in a line under a title. */
export default function DescriptionsView({ node }: WidgetViewProps<DescriptionsProps>) {
  const record = asRecord(node.bound);
  const { fields, columns, hideEmpty, inline } = node.props;
  const title = textOf(node.props.title);
  if ('status' in record && record.status === 'loading' && record.fieldNames.length === 0) {
    if (inline) return <span className={`hz-skeleton ${styles.waitingLine}`} role="status" aria-label="加载中" />;
    return <Waiting title={title} count={rowsOf(fields).length || USUAL_FIELDS} columns={numberOf(columns, 2)} />;
  }
  if ('status' in record && record.status === 'failed') return inline ? null : <FailureCard text={failureText(record.failure)} onRetry={() => void record.reload()} />;
  const shown = entriesOf(record, fields, hideEmpty === true || inline === true);
  if (shown.length === 0) return null;
  return (
    <div className={inline ? undefined : styles.frame}>
      {title && <h3 className={styles.title}>{title}</h3>}
      <dl className={inline ? styles.line : styles.grid} style={{ '--columns': numberOf(columns, 2) } as CSSProperties}>
        {shown.map((entry) => (
          <div key={entry.key} className={inline ? styles.item : `${styles.pair} ${entry.wide ? styles.wide : ''}`}><dt className={inline ? 'hz-hidden' : undefined}>{entry.label}</dt><dd title={inline ? entry.label : undefined}>{valueOf(node, record, entry)}</dd></div>
        ))}
      </dl>
    </div>
  );
}
