import type { ReactNode } from 'react';
import { DEFAULT_RATING, MAX_RATING, shownType, type AttachmentRef } from '../../contract/index.ts';
import { FIELD_UI, type CellContext, type DrawCell, type SharedCell } from '../fields/index.ts';
import { Icon } from '../icons/icons.tsx';
import { Avatar } from './Avatar.tsx';
import { MaskedText } from './MaskedText.tsx';
import { Tag } from './Tag.tsx';
import {
  attachmentsOf,
  formatValue,
  isEmpty,
  labelKind,
  labelOf,
  optionOf,
  type FieldFormat,
} from '../../values/index.ts';
import { Picture } from './Picture.tsx';
import styles from './cells.module.css';

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

const tags: DrawCell = (value, field) =>
  few(items(value), (code) => {
    const option = optionOf(field, code);
    return (
      <Tag key={option.code} color={option.color}>
        {option.label}
      </Tag>
    );
  });
const people: DrawCell = (value, field, { labels }) =>
  few(items(value).map(String), (id) => {
    const name = labelOf(labelKind(field), id, labels);
    return (
      <span key={id} className={styles.person}>
        <Avatar name={name} />
        <span className="hz-ellipsis">{name}</span>
      </span>
    );
  });
const places: DrawCell = (value, field, { labels }) =>
  few(items(value).map(String), (id) => (
    <span key={id} className={styles.place}>
      <Icon name="user-group" />
      <span className="hz-ellipsis">{labelOf(labelKind(field), id, labels)}</span>
    </span>
  ));
/** As many stars as there are, in one line; the number says what the colours say. */
const stars: DrawCell = (value, field) => {
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
const picturesOn =
  (paper?: string): DrawCell =>
  (value, field, { ports }) => {
    const all = files(value);
    if (all.length === 0 || !ports) return formatValue(field, value);
    return few(all, (file) => (
      <span key={file.fileId} className={`${styles.picture} ${paper ?? ''}`} title={file.name}>
        <Picture fileId={file.fileId} alt={file.name || '图片'} ports={ports} edge={96} />
      </span>
    ));
  };
const attachments: DrawCell = (value, field) =>
  files(value).length > 0 ? (
    <span className={styles.place} title={formatValue(field, value)}>
      <Icon name="attachment" />
      {files(value).length} 个附件
    </span>
  ) : (
    formatValue(field, value)
  );
const yesOrNo: DrawCell = (value, field) =>
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

const CELLS: Record<SharedCell, DrawCell> = {
  tags,
  people,
  departments: places,
  stars,
  pictures: picturesOn(),
  paper: picturesOn(styles.paper),
  fileCount: attachments,
  yesOrNo,
};
const cellOf = (field: FieldFormat): SharedCell | DrawCell | undefined =>
  FIELD_UI[shownType(field)]?.cell;

/** Whether the field's cells are more than a text. */
export const hasCustomCell = (field: FieldFormat): boolean =>
  field.masked === true || cellOf(field) !== undefined;

/**
 * What one line of a table shows of a value: a string wherever that is enough, else plain elements
 * that keep to the line and react to nothing; '' when it is empty. `ValueView` is the same value
 * with room around it.
 */
export function cellContent(field: FieldFormat, value: unknown, world: CellContext): ReactNode {
  if (isEmpty(value)) return '';
  if (field.masked) return <MaskedText text={formatValue(field, value, world.labels)} />;
  const cell = cellOf(field);
  if (cell === undefined) return formatValue(field, value, world.labels);
  return (typeof cell === 'string' ? CELLS[cell] : cell)(value, field, world);
}
