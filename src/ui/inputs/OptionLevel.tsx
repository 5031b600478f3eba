import { arrayMove } from '@dnd-kit/sortable';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { MAX_OPTIONS, type SelectOption } from '../../contract/index.ts';
import { Icon } from '../icons/icons.tsx';
import { addEmptyOption, addLines } from './option-list.ts';
import { OptionRow } from './OptionRow.tsx';
import { Sorting } from '../sorting/Sorting.tsx';
import styles from './options.module.css';

interface LinesProps {
  tree: boolean;
  onAdd(text: string): void;
  onCancel(): void;
}
function Lines({ tree, onAdd, onCancel }: LinesProps) {
  const [text, setText] = useState('');
  return (
    <div className={styles.lines}>
      <textarea
        aria-label="批量添加，每行一个选项"
        autoFocus
        rows={5}
        placeholder={tree ? '每行一个选项，行首的空格表示下级' : '每行一个选项'}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <span className={styles.bar}>
        <button
          type="button"
          className={styles.link}
          disabled={text.trim() === ''}
          onClick={() => onAdd(text)}
        >
          加入
        </button>
        <button type="button" className={styles.quiet} onClick={onCancel}>
          取消
        </button>
      </span>
    </div>
  );
}

/**
 * `levels`: how many there may be from here on, 1 for a plain list; `taken` are all codes of the
 * tree.
 */
interface LevelProps {
  options: readonly SelectOption[];
  levels: number;
  taken: readonly string[];
  locked: boolean;
  onChange(options: SelectOption[]): void;
  onBlur(): void;
}

/** Takes the focus to a row once it is there: one types name, Enter, name, Enter. */
function useWanted() {
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<string | null>(null);
  const focus = (code: string): void =>
    list.current?.querySelector<HTMLInputElement>(`[data-option="${code}"]`)?.focus();
  useEffect(() => {
    if (!wanted.current) return;
    focus(wanted.current);
    wanted.current = null;
  });
  return {
    list,
    focus,
    want: (code: string | undefined): void => {
      wanted.current = code ?? null;
    },
  };
}
/** Which options show those below; all that have some and are few do at first. */
const FEW = 5;
function useOpen(
  options: readonly SelectOption[],
): [(code: string) => boolean, (code: string) => void] {
  const [chosen, choose] = useState<Readonly<Record<string, boolean>>>({});
  const isOpen = (code: string): boolean =>
    chosen[code] ??
    (options.length <= FEW &&
      (options.find((option) => option.code === code)?.children?.length ?? 0) > 0);
  return [isOpen, (code) => choose((before) => ({ ...before, [code]: !isOpen(code) }))];
}

interface SortableProps {
  options: readonly SelectOption[];
  onSort(options: SelectOption[]): void;
  children: ReactNode;
}
/** Sorts options by dragging or by keys. */
const SortableOptions = ({ options, onSort, children }: SortableProps) => (
  <Sorting
    ids={options.map(({ code }) => code)}
    nameOf={(at) => options[at]?.label || '选项'}
    onMove={(from, to) => onSort(arrayMove([...options], from, to))}
  >
    {children}
  </Sorting>
);
interface AddBarProps {
  locked: boolean;
  full: boolean;
  onOne(): void;
  onMany(): void;
}
const AddBar = ({ locked, full, onOne, onMany }: AddBarProps) => (
  <span className={styles.bar}>
    <button type="button" className={styles.link} disabled={locked || full} onClick={onOne}>
      <Icon name="plus" />
      添加选项
    </button>
    <button type="button" className={styles.quiet} disabled={locked} onClick={onMany}>
      批量添加
    </button>
  </span>
);

/**
 * The options of one level: named in place, sorted by dragging or keys, many at once by pasting
 * lines; those below each in turn.
 */
export function OptionLevel({ options, levels, taken, locked, onChange, onBlur }: LevelProps) {
  const [many, setMany] = useState(false);
  const { list, focus, want } = useWanted();
  const [isOpen, toggle] = useOpen(options);
  const edit = (code: string, change: Partial<SelectOption>) =>
    onChange(options.map((option) => (option.code === code ? { ...option, ...change } : option)));
  const addOne = () => {
    if (locked || options.length >= MAX_OPTIONS) return;
    const next = addEmptyOption(options, taken);
    want(next.at(-1)?.code);
    onChange(next);
  };
  const row = (option: SelectOption, index: number) => {
    const { code, label, children = [] } = option;
    const after = options[index + 1];
    const open = levels > 1 && isOpen(code);
    return (
      <OptionRow
        key={code}
        option={option}
        index={index}
        locked={locked}
        onEdit={(change) => edit(code, change)}
        onNext={() => (after ? focus(after.code) : addOne())}
        onBlur={onBlur}
        onRemove={() => onChange(options.filter((each) => each.code !== code))}
        open={open}
        onOpen={levels > 1 ? () => toggle(code) : undefined}
        onPasteLines={(text) =>
          onChange(
            addLines(
              options.filter((each) => each.code !== code || each.label !== ''),
              text,
              label === '' ? index : index + 1,
              taken,
              levels,
            ),
          )
        }
      >
        {open && (
          <div role="group" aria-label={`${label || '选项'}的下级`} className={styles.nested}>
            <OptionLevel
              options={children}
              levels={levels - 1}
              taken={taken}
              locked={locked}
              onBlur={onBlur}
              onChange={(next) => edit(code, { children: next })}
            />
          </div>
        )}
      </OptionRow>
    );
  };
  return (
    <>
      <SortableOptions options={options} onSort={onChange}>
        <ul ref={list} className={styles.list}>
          {options.map(row)}
        </ul>
      </SortableOptions>
      {many && (
        <Lines
          tree={levels > 1}
          onAdd={(text) => {
            onChange(addLines(options, text, options.length, taken, levels));
            setMany(false);
          }}
          onCancel={() => setMany(false)}
        />
      )}
      {!many && (
        <AddBar
          locked={locked}
          full={options.length >= MAX_OPTIONS}
          onOne={addOne}
          onMany={() => setMany(true)}
        />
      )}
    </>
  );
}
