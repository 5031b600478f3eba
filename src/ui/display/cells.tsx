import type { ReactNode } from 'react';
import {
  DEFAULT_RATING,
  MAX_RATING,
  shownType,
  type AttachmentRef,
  type FieldType,
} from '../../contract/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { Icon } from '../icons/icons.tsx';
import { Avatar } from './Avatar.tsx';
import { Tag } from './Tag.tsx';
import {
  attachmentsOf,
  formatValue,
  isEmpty,
  labelKind,
  labelOf,
  optionOf,
  type FieldFormat,
  type LabelSource,
} from '../../values/index.ts';
import { Picture } from './Picture.tsx';
import styles from './cells.module.css';

/** What a cell's value is drawn with. Without `ports` a picture is named, not shown. */
export interface CellContext {
  labels: LabelSource;
  ports?: Pick<EnginePorts, 'bytes'> | undefined;
}
type Draw = (value: unknown, field: FieldFormat, world: CellContext) => ReactNode;

/** Most things one line shows before it counts the rest. */
const SHOWN = 3;
const items = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
/** The first few, and how many there are besides. */
function few<T>(all: readonly T[], draw: (item: T, at: number) => ReactNode): ReactNode {
  return (
    <span className={styles.line}>
      {all.slice(0, SHOWN).map(draw)}
      {all.length > SHOWN && <span className={styles.more}>+{all.length - SHOWN}</span>}
    </span>
  );
}

const tags: Draw = (value, field) =>
  few(items(value), (code) => {
    const option = optionOf(field, code);
    return (
      <Tag key={option.code} color={option.color}>
        {option.label}
      </Tag>
    );
  });
const people: Draw = (value, field, { labels }) =>
  few(items(value).map(String), (id) => {
    const name = labelOf(labelKind(field), id, labels);
    return (
      <span key={id} className={styles.person}>
        <Avatar name={name} />
        <span className="hz-ellipsis">{name}</span>
      </span>
    );
  });
const places: Draw = (value, field, { labels }) =>
  few(items(value).map(String), (id) => (
    <span key={id} className={styles.place}>
      <Icon name="user-group" />
      <span className="hz-ellipsis">{labelOf(labelKind(field), id, labels)}</span>
    </span>
  ));
/** As many stars as there are, in one line; the number says what the colours say. */
const stars: Draw = (value, field) => {
  if (typeof value !== 'number') return formatValue(field, value);
  const all = Math.min(MAX_RATING, Math.max(1, Math.trunc(field.max ?? DEFAULT_RATING)));
  return (
    <span className={styles.stars} role="img" aria-label={`${value} 星，共 ${all} 星`}>
      {Array.from({ length: all }, (_, at) => (
        <Icon
          key={at}
          name={at < value ? 'star-fill' : 'star'}
          className={at < value ? styles.lit : styles.unlit}
        />
      ))}
    </span>
  );
};
const files = (value: unknown): readonly AttachmentRef[] => attachmentsOf(value);
const pictures: Draw = (value, field, { ports }) => {
  const all = files(value);
  if (all.length === 0 || !ports) return formatValue(field, value);
  return few(all, (file) => (
    <span
      key={file.fileId}
      className={`${styles.picture} ${field.type === 'signature' ? styles.paper : ''}`}
      title={file.name}
    >
      <Picture fileId={file.fileId} alt={file.name || '图片'} ports={ports} edge={96} />
    </span>
  ));
};
const attachments: Draw = (value, field) =>
  files(value).length > 0 ? (
    <span className={styles.place} title={formatValue(field, value)}>
      <Icon name="attachment" />
      {files(value).length} 个附件
    </span>
  ) : (
    formatValue(field, value)
  );
const yesOrNo: Draw = (value, field) =>
  typeof value === 'boolean' ? (
    <span className={styles.place}>
      <Icon
        name={value ? 'check-circle' : 'minus-circle'}
        className={value ? styles.yes : styles.unlit}
      />
      {value ? '是' : '否'}
    </span>
  ) : (
    formatValue(field, value)
  );

/** Types whose cells are more than a text. */
const CELLS: Partial<Record<FieldType, Draw>> = {
  singleSelect: tags,
  multiSelect: tags,
  user: people,
  users: people,
  dept: places,
  depts: places,
  rating: stars,
  image: pictures,
  signature: pictures,
  attachment: attachments,
  boolean: yesOrNo,
};

/** Whether the field's cells are more than a text. */
export const hasCustomCell = (field: FieldFormat): boolean => CELLS[shownType(field)] !== undefined;

/**
 * What one line of a table shows of a value: a string wherever that is enough, else plain elements
 * that keep to the line and react to nothing; '' when it is empty. `ValueView` is the same value
 * with room around it.
 */
export function cellContent(field: FieldFormat, value: unknown, world: CellContext): ReactNode {
  if (isEmpty(value)) return '';
  const draw = CELLS[shownType(field)];
  return draw ? draw(value, field, world) : formatValue(field, value, world.labels);
}
