import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { DragEvent } from 'react';
import type { FieldDescribe } from '../../contract/index.ts';
import { asList, type ListModel } from '../../engine/index.ts';
import type { WidgetViewProps } from '../../engine/kit/index.ts';
import { Icon } from '../../engine/theme/index.ts';
import { fieldNamed, listFields } from '../../engine/display/index.ts';
import { IconButton, PanelButton, chrome, useColumnLayout, textOf, type ColumnLayout } from '../../engine/parts/index.ts';
import type { FieldPickerProps } from './index.ts';
import styles from './View.module.css';

const PANEL_WIDTH = 280;
/** From this many fields on there is a box to find one. */
const SEARCH_FROM = 10;
const DRAGGED = 'text/x-field';

interface RowProps { field: FieldDescribe; layout: ColumnLayout; at: number; shown: readonly string[] }
const Row = observer(function Row({ field, layout, at, shown }: RowProps) {
  const name = field.apiName;
  const on = at >= 0;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const moved = event.dataTransfer.getData(DRAGGED);
    if (moved) layout.move(moved, name);
  };
  return (
    <li className={styles.row} draggable={on} onDragStart={(event) => event.dataTransfer.setData(DRAGGED, name)} onDragOver={(event) => { if (on) event.preventDefault(); }} onDrop={drop}>
      {on && <Icon name="drag-dot-vertical" className={styles.grip} />}
      <label className={styles.label}><input type="checkbox" className={styles.check} checked={on} disabled={on && shown.length === 1} onChange={(event) => layout.show(name, event.target.checked)} />{field.label}</label>
      {on && <span className={styles.moves}>
        <IconButton label={`${field.label}上移`} icon="up" disabled={at === 0} onClick={() => layout.move(name, shown[at - 1] ?? null)} />
        <IconButton label={`${field.label}下移`} icon="down" disabled={at === shown.length - 1} onClick={() => layout.move(name, shown[at + 2] ?? null)} />
      </span>}
    </li>
  );
});

/** Shown columns in their order, then the rest. */
const Editor = observer(function Editor({ list, layout }: { list: ListModel; layout: ColumnLayout }) {
  const [search, setSearch] = useState('');
  const all = listFields(list.describe);
  const shown = layout.shown.filter((name) => fieldNamed(list.describe, name));
  const named = shown.flatMap((name) => fieldNamed(list.describe, name) ?? []);
  const others = all.filter((field) => !shown.includes(field.apiName));
  const fits = (field: FieldDescribe) => field.label.toLowerCase().includes(search.trim().toLowerCase());
  return (
    <div className={styles.editor}>
      {all.length > SEARCH_FROM && <input className={`${chrome.input} ${styles.search}`} aria-label="查找字段" placeholder="查找字段" value={search} onChange={(event) => setSearch(event.target.value)} />}
      <ul aria-label="显示的字段" className={styles.list}>{named.filter(fits).map((field) => <Row key={field.apiName} field={field} layout={layout} at={shown.indexOf(field.apiName)} shown={shown} />)}</ul>
      {others.some(fits) && <><p className={styles.title}>未显示</p><ul aria-label="未显示的字段" className={styles.list}>{others.filter(fits).map((field) => <Row key={field.apiName} field={field} layout={layout} at={-1} shown={shown} />)}</ul></>}
      <footer className={styles.foot}><button type="button" className={chrome.link} disabled={!layout.changed} onClick={() => layout.reset()}>恢复默认</button></footer>
    </div>
  );
});

/** A button that opens which columns the list's table shows, and in what order. */
export default function FieldPickerView({ node }: WidgetViewProps<FieldPickerProps>) {
  const list = asList(node.bound);
  const layout = useColumnLayout(node, textOf(node.props.name) || list.object);
  return <PanelButton text={textOf(node.props.text) || '字段'} icon="settings" width={PANEL_WIDTH} disabled={!list.describe}>{() => <Editor list={list} layout={layout} />}</PanelButton>;
}
