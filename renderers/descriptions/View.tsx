import { FIELDS } from '../../src/contract/index.ts';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import {
  asRecord,
  type FieldModel,
  type FormModel,
  type RecordModel,
} from '../../src/runtime/models/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { ValueView, type ValueViewProps, FailureCard } from '../../src/ui/display/index.ts';
import {
  fieldNamed,
  isEmpty,
  type FieldFormat,
  failureText,
  numberOf,
  rowsOf,
  textOf,
} from '../../src/values/index.ts';
import { explainButtonOf } from '../../src/ui/inputs/index.ts';
import { Folded } from './Folded.tsx';
import { InPlaceInput, isWritable } from './InPlace.tsx';
import { SectionEdit, SectionEditButton, type SectionContext } from './SectionEdit.tsx';
import type { DescriptionsProps } from './index.ts';
import styles from './View.module.css';

const LOOKS: Record<string, FieldFormat['type']> = {
  textarea: 'longText',
  switch: 'boolean',
  checkbox: 'boolean',
  number: 'decimal',
  select: 'singleSelect',
  rows: 'text',
};
/** How a field is read: by its describe, else by the input it would be filled in with. */
const lookOf = (field: FieldModel): FieldFormat =>
  field.describe ?? {
    type: LOOKS[field.input] ?? (field.input as FieldFormat['type']),
    options: [...field.options],
  };
/** Drawn while it is not known how many will come. */
const USUAL_FIELDS = 6;
/** Long texts and files take the whole line. */
const isWide = ({ describe }: FieldModel): boolean =>
  describe !== undefined && FIELDS[describe.type].wide === true;

interface Entry {
  key: string;
  label: string;
  look: FieldFormat;
  value: unknown;
  wide: boolean;
  /** null for what the platform keeps */
  field: FieldModel | null;
}
const entryOf = (field: FieldModel, wide: boolean): Entry => ({
  key: field.path,
  label: field.label,
  look: lookOf(field),
  value: field.value,
  wide,
  field,
});

/** A field the platform keeps of every record. */
function systemEntry(record: RecordModel | FormModel, name: string): Entry | null {
  const system = fieldNamed(null, name);
  if (!system || !('loaded' in record)) return null;
  return {
    key: name,
    label: system.label,
    look: system,
    value: record.loaded[name],
    wide: false,
    field: null,
  };
}

/**
 * The fields asked for, in that order, the platform's own (创建时间) among them; all of the
 * record's when none are asked for.
 */
function entriesOf(
  record: RecordModel | FormModel,
  { fields: names, wide, hideEmpty }: DescriptionsProps,
): Entry[] {
  const asked =
    names === undefined || names === null ? record.fieldNames : rowsOf(names).map(textOf);
  const wides = Array.isArray(wide) ? new Set(wide.map(textOf)) : null;
  const entries = asked.flatMap((name): Entry[] => {
    if (record.hasField(name)) {
      const field = record.field(name);
      return field.visible ? [entryOf(field, wides?.has(name) ?? isWide(field))] : [];
    }
    const system = systemEntry(record, name);
    return system ? [system] : [];
  });
  return hideEmpty === true ? entries.filter(({ value }) => !isEmpty(value)) : entries;
}

type Node = NodeHandle<DescriptionsProps>;
/** Where a lookup's label leads: the page's path with object and id filled in. */
function linksOf(
  node: NodeHandle<DescriptionsProps>,
): Pick<ValueViewProps, 'linkTo' | 'onNavigate'> {
  const path = textOf(node.props.linkPath);
  if (!path) return {};
  const filled = (object: string, id: string) =>
    path.replace('{object}', encodeURIComponent(object)).replace('{id}', encodeURIComponent(id));
  return { linkTo: filled, onNavigate: (to) => node.ports.navigate(to) };
}

/** A value with a button of its own, which is there when it is looked at. */
const Beside = ({ after, children }: { after: ReactNode; children: ReactNode }) => (
  <div className={styles.value}>
    <div className={styles.shown}>{children}</div>
    <span className={styles.explain}>{after}</span>
  </div>
);

/** A value to be read; a computed one says how it came about. */
function readOf({ props, ports }: Node, links: object, { look, value, field }: Entry): ReactNode {
  const beside = (column: string, row: number): ReactNode =>
    field?.rows[row] && explainButtonOf(field.rows[row].field(column), ports);
  const view = <ValueView field={look} value={value} ports={ports} {...links} beside={beside} />;
  const shown = FIELDS[look.type]?.long ? <Folded>{view}</Folded> : view;
  const explain = field && !props.inline && explainButtonOf(field, ports);
  return explain ? <Beside after={explain}>{shown}</Beside> : shown;
}
/** Read, and written in place where that is allowed. */
function valueOf(node: Node, record: RecordModel | FormModel, entry: Entry): ReactNode {
  const { field } = entry;
  const read = readOf(node, linksOf(node), entry);
  if (node.props.editable !== true || !('save' in record) || !field || !isWritable(field, record))
    return read;
  // While another field is being changed, this one waits: a save takes everything that was changed.
  return !record.dirty || field.dirty ? (
    <InPlaceInput node={node} form={record} field={field}>
      {read}
    </InPlaceInput>
  ) : (
    read
  );
}

/** Labels and values in grey, as many as will come. */
function Waiting({ title, count, columns }: { title: string; count: number; columns: number }) {
  return (
    <div className={styles.frame} role="status" aria-label="加载中">
      {title && (
        <div className={styles.head}>
          <h3 className={styles.title}>{title}</h3>
        </div>
      )}
      <div className={styles.grid} style={{ '--columns': columns } as CSSProperties}>
        {Array.from({ length: count }, (_, i) => (
          <div key={i} className={styles.bones}>
            <span className={`hz-skeleton ${styles.boneLabel}`} />
            <span className={`hz-skeleton ${styles.boneValue}`} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** The section as it can be edited whole: in a form, with more than one field to write in it. */
function sectionOf(
  node: NodeHandle<DescriptionsProps>,
  record: RecordModel | FormModel,
  entries: readonly Entry[],
): SectionContext | null {
  if (node.props.editable !== true || node.props.inline || !('save' in record)) return null;
  const fields = entries.flatMap(({ field, wide }) => (field ? [{ field, wide }] : []));
  return fields.filter(({ field }) => isWritable(field, record)).length > 1
    ? { node, form: record, fields }
    : null;
}
/**
 * Whether the section is being edited; what was changed in several of its fields stays open, also
 * when it was out of sight meanwhile.
 */
function useSectionEdit(place: SectionContext | null) {
  const [opened, setOpened] = useState(false);
  const editing =
    place !== null && (opened || place.fields.filter(({ field }) => field.dirty).length > 1);
  const head = useRef<HTMLDivElement>(null);
  const wasEditing = useRef(false);
  // The focus returns to where it came from.
  useEffect(() => {
    if (wasEditing.current && !editing) head.current?.querySelector('button')?.focus();
    wasEditing.current = editing;
  }, [editing]);
  return { editing, head, begin: () => setOpened(true), end: () => setOpened(false) };
}

function Section({
  node,
  record,
  entries,
  title,
  columns,
}: {
  node: NodeHandle<DescriptionsProps>;
  record: RecordModel | FormModel;
  entries: readonly Entry[];
  title: string;
  columns: number;
}) {
  const place = sectionOf(node, record, entries);
  const { editing, head, begin, end } = useSectionEdit(place);
  const canBegin = place !== null && !editing && !place.form.dirty;
  return (
    <div className={styles.frame}>
      {(title || canBegin) && (
        <div ref={head} className={title ? styles.head : styles.headless}>
          {title && <h3 className={styles.title}>{title}</h3>}
          {canBegin && <SectionEditButton title={title} onClick={begin} />}
        </div>
      )}
      {place && editing ? (
        <SectionEdit place={place} columns={columns} title={title} onDone={end} />
      ) : (
        <dl className={styles.grid} style={{ '--columns': columns } as CSSProperties}>
          {entries.map((entry) => (
            <div key={entry.key} className={`${styles.pair} ${entry.wide ? styles.wide : ''}`}>
              <dt>{entry.label}</dt>
              <dd>{valueOf(node, record, entry)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
const DrawnSection = observer(Section);

/** Labels and values for reading, in columns; or only the values, in a line under a title. */
export default function DescriptionsView({ node }: WidgetViewProps<DescriptionsProps>) {
  const record = asRecord(node.bound);
  const { fields, columns, hideEmpty, inline } = node.props;
  const title = textOf(node.props.title);
  if ('status' in record && record.status === 'loading' && record.fieldNames.length === 0) {
    if (inline)
      return (
        <span className={`hz-skeleton ${styles.waitingLine}`} role="status" aria-label="加载中" />
      );
    return (
      <Waiting
        title={title}
        count={rowsOf(fields).length || USUAL_FIELDS}
        columns={numberOf(columns, 2)}
      />
    );
  }
  if ('status' in record && record.status === 'failed')
    return inline ? null : (
      <FailureCard text={failureText(record.failure)} onRetry={() => void record.reload()} />
    );
  const shown = entriesOf(record, {
    ...node.props,
    hideEmpty: hideEmpty === true || inline === true,
  });
  if (shown.length === 0) return null;
  if (!inline)
    return (
      <DrawnSection
        node={node}
        record={record}
        entries={shown}
        title={title}
        columns={numberOf(columns, 2)}
      />
    );
  return (
    <dl className={styles.line}>
      {shown.map((entry) => (
        <div key={entry.key} className={styles.item}>
          <dt className="hz-hidden">{entry.label}</dt>
          <dd title={entry.label}>{valueOf(node, record, entry)}</dd>
        </div>
      ))}
    </dl>
  );
}
