import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react';
import { MAX_LABEL, type SelectOption } from '../../contract/index.ts';
import { Icon } from '../icons/icons.tsx';
import iconButton from '../icons/icon-button.module.css';
import { dotStyle } from '../icons/palette.ts';
import { ColorSwatches } from './ColorSwatches.tsx';
import styles from './options.module.css';

export interface OptionRowProps {
  option: SelectOption;
  index: number;
  locked: boolean;
  onEdit(change: Partial<SelectOption>): void;
  onRemove(): void;
  onNext(): void;
  onPasteLines(text: string): void;
  onBlur(): void;
  /**
   * Of a tree of options: whether those below are shown, and they themselves. Undefined where none
   * can be.
   */
  open?: boolean | undefined;
  onOpen?: (() => void) | undefined;
  children?: ReactNode;
}
type LabelInputProps = Pick<
  OptionRowProps,
  'option' | 'index' | 'locked' | 'onEdit' | 'onNext' | 'onPasteLines' | 'onBlur'
>;
/** One pasted line is typed in as usual. */
function takePastedLines(event: ClipboardEvent, onLines: (text: string) => void): void {
  const text = event.clipboardData.getData('text/plain');
  if (/[\r\n]/.test(text.trim())) {
    event.preventDefault();
    onLines(text);
  }
}
/** Enter goes on to the next option; several pasted lines become options. */
function LabelInput({
  option,
  index,
  locked,
  onEdit,
  onNext,
  onPasteLines,
  onBlur,
}: LabelInputProps) {
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onNext();
    }
  };
  return (
    <input
      className={styles.label}
      data-option={option.code}
      aria-label={`选项 ${index + 1} 的名称`}
      placeholder="选项名称"
      value={option.label}
      maxLength={MAX_LABEL}
      readOnly={locked}
      autoComplete="off"
      onChange={(event) => onEdit({ label: event.target.value })}
      onKeyDown={keys}
      onPaste={(event) => takePastedLines(event, onPasteLines)}
      onBlur={onBlur}
    />
  );
}
interface ToggleProps {
  name: string;
  /** Child options. */
  count: number;
  open: boolean;
  onOpen(): void;
}
const ChildrenToggle = ({ name, count, open, onOpen }: ToggleProps) => (
  <button
    type="button"
    className={styles.below}
    aria-expanded={open}
    aria-label={`${name}的下级${count > 0 ? `，${count} 个` : ''}`}
    title="下级选项"
    onClick={onOpen}
  >
    {count > 0 ? `${count} 个下级` : '下级'}
    <Icon name={open ? 'up' : 'down'} />
  </button>
);

/** Switches the option off or on, and removes it. */
const Tools = ({
  option,
  name,
  onEdit,
  onRemove,
}: Pick<OptionRowProps, 'option' | 'onEdit' | 'onRemove'> & { name: string }) => (
  <>
    <button
      type="button"
      className={`${iconButton.small} ${styles.turn}`}
      aria-pressed={option.disabled === true}
      aria-label={`停用选项 ${name}`}
      title={option.disabled ? '启用：填写时重新可选' : '停用：不再可选，已填的记录照常显示'}
      onClick={() => onEdit({ disabled: option.disabled ? undefined : true })}
    >
      {option.disabled ? '已停用' : <Icon name="eye-invisible" />}
    </button>
    <button
      type="button"
      className={`${iconButton.small} ${styles.tool}`}
      aria-label={`移除选项 ${name}`}
      title="移除"
      onClick={onRemove}
    >
      <Icon name="close" />
    </button>
  </>
);

/**
 * One option: its handle, colour and name; in a tree the way to those below instead of a colour.
 */
export function OptionRow({
  option,
  index,
  locked,
  onEdit,
  onRemove,
  onNext,
  onPasteLines,
  onBlur,
  open,
  onOpen,
  children,
}: OptionRowProps) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: option.code, disabled: locked });
  const name = option.label || `第 ${index + 1} 项`;
  const below = option.children?.length ?? 0;
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? styles.dragged : undefined}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      <div className={`${styles.row} ${option.disabled ? styles.off : ''}`}>
        <button
          type="button"
          ref={setActivatorNodeRef}
          data-handle
          className={styles.handle}
          {...attributes}
          {...listeners}
          aria-label={`移动选项 ${name}`}
          title="拖动排序"
          disabled={locked}
        >
          <Icon name="drag-dot-vertical" />
        </button>
        {onOpen === undefined && (
          <ColorSwatches
            label={`${name}的颜色`}
            value={option.color}
            disabled={locked}
            onPick={(color) => onEdit({ color })}
            trigger={<span className={styles.dot} style={dotStyle(option.color)} />}
          />
        )}
        <LabelInput
          option={option}
          index={index}
          locked={locked}
          onEdit={onEdit}
          onNext={onNext}
          onPasteLines={onPasteLines}
          onBlur={onBlur}
        />
        {onOpen && (
          <ChildrenToggle name={name} count={below} open={open === true} onOpen={onOpen} />
        )}
        {!locked && <Tools option={option} name={name} onEdit={onEdit} onRemove={onRemove} />}
      </div>
      {children}
    </li>
  );
}
