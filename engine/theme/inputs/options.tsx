import { DndContext, KeyboardSensor, PointerSensor, closestCenter, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core';
import { SortableContext, arrayMove, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { useEffect, useRef, useState } from 'react';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { MAX_LABEL, MAX_OPTIONS, type SelectOption } from '../../../contract/index.ts';
import { announcements, instructions } from '../drag-words.ts';
import { Icon } from '../icons.tsx';
import { describing, labelId, type InputProps } from '../input-props.ts';
import { dotStyle } from '../palette.ts';
import { ColorSwatches } from './ColorSwatches.tsx';
import { addBlank, addLines, optionsOf } from './option-list.ts';
import styles from './options.module.css';

interface RowProps {
  option: SelectOption; index: number; locked: boolean;
  onEdit(change: Partial<SelectOption>): void; onRemove(): void; onNext(): void; onPasteLines(text: string): void; onBlur(): void;
}
function OptionRow({ option, index, locked, onEdit, onRemove, onNext, onPasteLines, onBlur }: RowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: option.code, disabled: locked });
  const name = option.label || `第 ${index + 1} 项`;
  const keys = (event: KeyboardEvent) => { if (event.key === 'Enter' && !event.nativeEvent.isComposing) { event.preventDefault(); onNext(); } };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (/[\r\n]/.test(text.trim())) { event.preventDefault(); onPasteLines(text); }
  };
  return (
    <li ref={setNodeRef} className={`${styles.row} ${isDragging ? styles.dragged : ''}`} style={{ transform: CSS.Transform.toString(transform), transition }}>
      <button type="button" ref={setActivatorNodeRef} data-handle className={styles.handle} {...attributes} {...listeners} aria-label={`移动选项 ${name}`} title="拖动排序" disabled={locked}><Icon name="drag-dot-vertical" /></button>
      <ColorSwatches label={`${name}的颜色`} value={option.color} disabled={locked} onPick={(color) => onEdit({ color })} trigger={<span className={styles.dot} style={dotStyle(option.color)} />} />
      <input className={styles.label} data-option={option.code} aria-label={`选项 ${index + 1} 的名称`} placeholder="选项名称" value={option.label} maxLength={MAX_LABEL} readOnly={locked} autoComplete="off"
        onChange={(event) => onEdit({ label: event.target.value })} onKeyDown={keys} onPaste={paste} onBlur={onBlur} />
      {!locked && <button type="button" className={styles.tool} aria-label={`移除选项 ${name}`} title="移除" onClick={onRemove}><Icon name="close" /></button>}
    </li>
  );
}

function Lines({ onAdd, onCancel }: { onAdd(text: string): void; onCancel(): void }) {
  const [text, setText] = useState('');
  return (
    <div className={styles.lines}>
      <textarea aria-label="批量添加，每行一个选项" autoFocus rows={5} placeholder="每行一个选项" value={text} onChange={(event) => setText(event.target.value)} />
      <span className={styles.bar}>
        <button type="button" className={styles.link} disabled={text.trim() === ''} onClick={() => onAdd(text)}>加入</button>
        <button type="button" className={styles.quiet} onClick={onCancel}>取消</button>
      </span>
    </div>
  );
}

/** The options of a select field: named in place, coloured, sorted by dragging or keys, many at once by pasting lines. */
export function OptionsInput(props: InputProps) {
  const options = optionsOf(props.value);
  const [many, setMany] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<string | null>(null);
  const locked = !!(props.disabled || props.readonly);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }), useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }));
  // A row that was just added takes the focus, so that one types name, Enter, name, Enter.
  useEffect(() => {
    if (!wanted.current) return;
    list.current?.querySelector<HTMLInputElement>(`[data-option="${wanted.current}"]`)?.focus();
    wanted.current = null;
  });
  const edit = (code: string, change: Partial<SelectOption>) => props.onChange(options.map((option) => (option.code === code ? { ...option, ...change } : option)));
  const addOne = () => { if (locked || options.length >= MAX_OPTIONS) return; const next = addBlank(options); wanted.current = next[next.length - 1]?.code ?? null; props.onChange(next); };
  const next = (index: number) => {
    const after = options[index + 1];
    if (after) list.current?.querySelector<HTMLInputElement>(`[data-option="${after.code}"]`)?.focus(); else addOne();
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    props.onChange(arrayMove(options, options.findIndex(({ code }) => code === active.id), options.findIndex(({ code }) => code === over.id)));
  };
  const nameOf = (id: string | number) => options.find(({ code }) => code === id)?.label || '选项';
  const blur = () => props.onBlur(props.id, props.value);
  return (
    <div id={props.id} role="group" aria-labelledby={labelId(props.id)} {...onlyDescribed(props)} className={styles.editor}>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop} accessibility={{ announcements: announcements(nameOf), screenReaderInstructions: instructions }}>
        <SortableContext items={options.map(({ code }) => code)} strategy={verticalListSortingStrategy}>
          <ul ref={list} className={styles.list}>
            {options.map((option, index) => (
              <OptionRow key={option.code} option={option} index={index} locked={locked} onEdit={(change) => edit(option.code, change)} onNext={() => next(index)} onBlur={blur}
                onRemove={() => props.onChange(options.filter(({ code }) => code !== option.code))}
                onPasteLines={(text) => props.onChange(addLines(options.filter(({ code, label }) => code !== option.code || label !== ''), text, option.label === '' ? index : index + 1))} />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {many && <Lines onAdd={(text) => { props.onChange(addLines(options, text)); setMany(false); }} onCancel={() => setMany(false)} />}
      {!many && (
        <span className={styles.bar}>
          <button type="button" className={styles.link} disabled={locked || options.length >= MAX_OPTIONS} onClick={addOne}><Icon name="plus" />添加选项</button>
          <button type="button" className={styles.quiet} disabled={locked} onClick={() => setMany(true)}>批量添加</button>
        </span>
      )}
    </div>
  );
}
const onlyDescribed = (props: InputProps) => ({ 'aria-describedby': describing(props)['aria-describedby'] });
