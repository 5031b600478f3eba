import { useCallback, useId, useRef, useState, type RefObject } from 'react';
import type { SelectOption } from '../../../contract/index.ts';
import { FloatingPanel } from '../../overlay/FloatingPanel.tsx';
import { Icon } from '../../icons/icons.tsx';
import { ariaPropsOf, type InputProps } from '../../fields/input-props.ts';
import { boxClass } from '../text.tsx';
import { usePanelLeft } from '../use-panel-left.ts';
import { columnsOf, pathText, pathTo, type Path } from './rows.ts';
import { TreePanel } from './TreePanel.tsx';
import styles from './tree.module.css';

/** Pixels of one level, and of the levels the panel has room for before it scrolls. */
const COLUMN = 168;
const MOST_COLUMNS = 3;
const TALL = 380;

interface Props {
  input: InputProps;
  tree: readonly SelectOption[];
  /** Text of the value while the tree is not loaded or does not contain it. */
  nameOf(code: string): string;
  loading?: boolean;
  /** Whether a node may be chosen; must be a stable function. */
  takes(path: Path): boolean;
  anyLevel: boolean;
  searchHint?: string;
  onOpen?(): void;
}
const depthOf = (tree: readonly SelectOption[]): number =>
  tree.length === 0 ? 0 : 1 + Math.max(...tree.map(({ children = [] }) => depthOf(children)));

function codeOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
/** Columns of the panel: as many as the tree has levels, or an unknown value needs. */
const columnCount = (tree: readonly SelectOption[], path: Path): number =>
  Math.min(
    MOST_COLUMNS,
    Math.max(
      1,
      depthOf(tree),
      columnsOf(
        tree,
        path.map((node) => node.code),
      ).length,
    ),
  );

interface ButtonProps {
  input: InputProps;
  button: RefObject<HTMLButtonElement | null>;
  panelId: string;
  open: boolean;
  text: string;
  onShow(): void;
  onClose(): void;
  onClear(): void;
}
/** Down opens the tree, Delete clears the value. */
const TreeButton = ({ input, button, panelId, open, text, ...on }: ButtonProps) => (
  <button
    ref={button}
    type="button"
    id={input.id}
    role="combobox"
    {...ariaPropsOf(input)}
    aria-expanded={open}
    aria-controls={open ? panelId : undefined}
    aria-haspopup="dialog"
    aria-readonly={input.readonly || undefined}
    aria-disabled={input.readonly || undefined}
    disabled={input.disabled}
    autoFocus={input.autofocus}
    className={`${styles.button} ${text === '' ? styles.prompt : ''}`}
    title={text || undefined}
    onClick={() => (open ? on.onClose() : on.onShow())}
    onFocus={() => input.onFocus(input.id, input.value)}
    onKeyDown={(event) => {
      if (event.key === 'ArrowDown' && !open) {
        event.preventDefault();
        on.onShow();
      }
      if (event.key === 'Delete' || event.key === 'Backspace') on.onClear();
    }}
    onBlur={() => {
      if (!open) input.onBlur(input.id, input.value);
    }}
  >
    {text || input.placeholder || '请选择'}
  </button>
);

/**
 * A field that shows the chosen node with its ancestors, and opens the tree. Value: the node's
 * code.
 */
export function TreeField({
  input,
  tree,
  nameOf,
  loading = false,
  takes,
  anyLevel,
  searchHint = '搜索',
  onOpen,
}: Props) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const locked = !!(input.disabled || input.readonly);
  const code = codeOf(input.value);
  const path = code === undefined ? [] : pathTo(tree, code);
  const text = code === undefined ? '' : path.length > 0 ? pathText(path) : nameOf(code);
  usePanelLeft(open, button, () => input.onBlur(input.id, input.value));
  const show = () => {
    if (locked) return;
    onOpen?.();
    setOpen(true);
  };
  const pick = useCallback(
    (next: string, done: boolean) => {
      input.onChange(next);
      if (done) setOpen(false);
    },
    [input],
  );
  return (
    <div ref={anchor} className={boxClass(input, styles.field)}>
      <TreeButton
        input={input}
        button={button}
        panelId={panelId}
        open={open}
        text={text}
        onShow={show}
        onClose={() => setOpen(false)}
        onClear={() => {
          if (!locked && code !== undefined) input.onChange(input.options.emptyValue);
        }}
      />
      {code !== undefined && !locked && !input.required && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.clear}
          aria-label={`清空${input.label}`}
          onClick={() => {
            input.onChange(input.options.emptyValue);
            button.current?.focus();
          }}
        >
          <Icon name="close-circle" />
        </button>
      )}
      <span className={styles.arrow} aria-hidden>
        <Icon name="down" />
      </span>
      {open && (
        <FloatingPanel
          id={panelId}
          anchor={anchor}
          title={input.label || '请选择'}
          width={columnCount(tree, path) * COLUMN + 2}
          height={TALL}
          onClose={() => setOpen(false)}
        >
          <TreePanel
            label={input.label}
            tree={tree}
            chosen={code}
            takes={takes}
            loading={loading}
            anyLevel={anyLevel}
            searchHint={searchHint}
            onPick={pick}
            onDone={() => setOpen(false)}
          />
        </FloatingPanel>
      )}
    </div>
  );
}
