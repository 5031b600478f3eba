import { useState } from 'react';
import type { DragEvent } from 'react';
import type { FieldDescribe } from '../../contract/index.ts';
import { Icon } from '../icons/icons.tsx';
import { IconButton, chrome } from './chrome.tsx';
import styles from './field-list.module.css';

/** From this many fields on there is a box to find one. */
const SEARCH_FROM = 10;
const DRAGGED = 'text/x-field';

interface Props {
  /** All that may be shown. */
  fields: readonly FieldDescribe[];
  /** Names of those that are, in their order. */
  shown: readonly string[];
  /** Fewest and most that may be shown. */
  least?: number;
  most?: number;
  onShow(name: string, on: boolean): void;
  /** Puts one before another; at the end for null. */
  onMove(name: string, before: string | null): void;
}

function Row({
  field,
  at,
  shown,
  least = 0,
  most = Infinity,
  onShow,
  onMove,
}: Omit<Props, 'fields'> & { field: FieldDescribe; at: number }) {
  const name = field.apiName;
  const on = at >= 0;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const moved = event.dataTransfer.getData(DRAGGED);
    if (moved) onMove(moved, name);
  };
  return (
    <li
      className={styles.row}
      draggable={on}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, name)}
      onDragOver={(event) => {
        if (on) event.preventDefault();
      }}
      onDrop={drop}
    >
      {on && <Icon name="drag-dot-vertical" className={styles.grip} />}
      <label className={styles.label}>
        <input
          type="checkbox"
          className={styles.check}
          checked={on}
          disabled={on ? shown.length <= least : shown.length >= most}
          onChange={(event) => onShow(name, event.target.checked)}
        />
        {field.label}
      </label>
      {on && (
        <span className={styles.moves}>
          <IconButton
            label={`${field.label}上移`}
            icon="up"
            disabled={at === 0}
            onClick={() => onMove(name, shown[at - 1] ?? null)}
          />
          <IconButton
            label={`${field.label}下移`}
            icon="down"
            disabled={at === shown.length - 1}
            onClick={() => onMove(name, shown[at + 2] ?? null)}
          />
        </span>
      )}
    </li>
  );
}

/** Which of an object's fields are shown, and in what order: those shown first, then the rest. */
export function FieldList({ fields, shown, ...rest }: Props) {
  const [search, setSearch] = useState('');
  const fits = (field: FieldDescribe) =>
    field.label.toLowerCase().includes(search.trim().toLowerCase());
  const named = shown.flatMap((name) => fields.find((field) => field.apiName === name) ?? []);
  const others = fields.filter((field) => !shown.includes(field.apiName));
  return (
    <>
      {fields.length > SEARCH_FROM && (
        <input
          className={`${chrome.input} ${styles.search}`}
          aria-label="查找字段"
          placeholder="查找字段"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {named.length > 0 && (
        <ul aria-label="显示的字段" className={styles.list}>
          {named.filter(fits).map((field) => (
            <Row
              key={field.apiName}
              field={field}
              at={shown.indexOf(field.apiName)}
              shown={shown}
              {...rest}
            />
          ))}
        </ul>
      )}
      {others.some(fits) && (
        <>
          <p className={styles.title}>未显示</p>
          <ul aria-label="未显示的字段" className={styles.list}>
            {others.filter(fits).map((field) => (
              <Row key={field.apiName} field={field} at={-1} shown={shown} {...rest} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
