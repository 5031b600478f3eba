import { useId, useRef } from 'react';
import type { AriaAttributes, KeyboardEvent, ReactNode } from 'react';
import { Avatar } from '../display/Avatar.tsx';
import { Tag } from '../display/Tag.tsx';
import { FloatingPanel } from '../overlay/FloatingPanel.tsx';
import { useNarrow } from '../hooks/narrow.ts';
import { Floating } from '../overlay/Floating.tsx';
import { Icon } from '../icons/icons.tsx';
import { ariaPropsOf } from '../fields/input-props.ts';
import type { PickItem, PickerProps } from './picker-types.ts';
import { PickerList } from './PickerList.tsx';
import { usePicker } from './use-picker.ts';
import { boxClass } from './text.tsx';
import styles from './picker.module.css';

function Picked({
  item,
  onRemove,
  onShow,
}: {
  item: PickItem;
  onRemove?: (() => void) | undefined;
  onShow?: (() => void) | undefined;
}) {
  if (item.person && !onRemove)
    return (
      <span className={styles.person}>
        <Avatar name={item.label} src={item.picture} />
        <span className={styles.word}>{item.label}</span>
      </span>
    );
  return (
    <Tag color={item.color}>
      {item.person && <Avatar name={item.label} src={item.picture} size={16} />}
      {onShow && !item.gone ? (
        <button
          type="button"
          className={styles.show}
          tabIndex={-1}
          aria-label={`查看 ${item.label}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onShow}
        >
          {item.label}
        </button>
      ) : (
        <span className={`${styles.word} ${item.gone ? styles.gone : ''}`}>{item.label}</span>
      )}
      {onRemove && (
        <button
          type="button"
          className={styles.remove}
          tabIndex={-1}
          aria-label={`移除 ${item.label}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      )}
    </Tag>
  );
}

type PickerState = ReturnType<typeof usePicker>;
interface PartProps {
  props: PickerProps;
  picker: PickerState;
  listId: string;
  /** Drawn as a page of a phone. */
  page: boolean;
}
const promptOf = (single: PickItem | undefined, { input, searchable }: PickerProps): string =>
  single?.label || input.placeholder || (searchable ? '搜索或选择' : '请选择');
/** What the field shows: the choice, or the text being typed; `covering` is drawn over it. */
function fieldText(props: PickerProps, { typing, text }: PickerState, page: boolean) {
  const { picked, multiple = false } = props;
  const single = multiple ? undefined : picked[0];
  const isDrawn = !!single && !!(single.color || single.person);
  return {
    covering: !typing && isDrawn ? single : undefined,
    value: typing && !page ? text : (single?.label ?? ''),
    placeholder: multiple && picked.length > 0 ? undefined : promptOf(single, props),
  };
}
/** State of the combobox for screen readers. */
function comboboxAria(
  { open, shown, active }: PickerState,
  listId: string,
  page: boolean,
  searchable: boolean,
): AriaAttributes {
  const listed = open && shown.length > 0 && !page;
  return {
    'aria-expanded': open,
    'aria-haspopup': page ? 'dialog' : undefined,
    'aria-controls': listed ? listId : page && open ? `${listId}-page` : undefined,
    'aria-autocomplete': searchable && !page ? 'list' : 'none',
    'aria-activedescendant':
      listed && active >= 0 && active < shown.length ? `${listId}-${active}` : undefined,
  };
}

/**
 * The text field of a picker; a coloured or personal choice is drawn over it, its own text stays
 * for screen readers.
 */
function PickerText({ props, picker, listId, page }: PartProps) {
  const { input, picked, multiple = false, searchable } = props;
  const { covering, value, placeholder } = fieldText(props, picker, page);
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && multiple && picker.text === '' && !picker.locked)
      props.onPick(picked.slice(0, -1).map(({ key }) => key));
    else picker.onKey(event);
  };
  return (
    <span className={`${styles.typing} ${multiple && picked.length > 0 ? styles.after : ''}`}>
      {covering && (
        <span className={styles.over} aria-hidden>
          <Picked item={covering} />
        </span>
      )}
      <input
        id={input.id}
        className={`${styles.input} ${covering ? styles.covered : ''}`}
        role="combobox"
        autoComplete="off"
        autoFocus={input.autofocus}
        {...ariaPropsOf(input)}
        {...comboboxAria(picker, listId, page, searchable === true)}
        value={value}
        placeholder={placeholder}
        disabled={input.disabled}
        readOnly={!searchable || page || input.readonly}
        onChange={(event) => picker.type(event.target.value)}
        onKeyDown={keys}
        onFocus={() => input.onFocus(input.id, input.value)}
        onClick={(event) => {
          // What is typed next takes the place of the chosen one's name.
          if (searchable && !picker.typing) event.currentTarget.select();
        }}
        onBlur={() => {
          if (page && picker.open) return;
          picker.close();
          input.onBlur(input.id, input.value);
        }}
      />
    </span>
  );
}

/**
 * The list as a page of a phone, with a search box above it where there is much, and the chosen
 * ones to be taken back.
 */
function PickerPage({
  props,
  picker,
  listId,
  list,
}: {
  props: PickerProps;
  picker: ReturnType<typeof usePicker>;
  listId: string;
  list: ReactNode;
}) {
  const { input, picked, multiple = false } = props;
  const listed = picker.shown.length > 0;
  return (
    <div className={styles.page}>
      {props.searchable && (
        <input
          className={boxClass({}, styles.search)}
          role="combobox"
          aria-label={`搜索${input.label}`}
          aria-expanded={listed}
          aria-controls={listed ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={
            listed && picker.active >= 0 ? `${listId}-${picker.active}` : undefined
          }
          type="text"
          autoComplete="off"
          placeholder="搜索"
          value={picker.text}
          onChange={(event) => picker.type(event.target.value)}
          onKeyDown={picker.onKey}
        />
      )}
      {multiple && picked.length > 0 && (
        <div className={styles.chosen}>
          {picked.map((item) => (
            <Picked
              key={item.key}
              item={item}
              onRemove={() =>
                props.onPick(picked.filter((each) => each !== item).map(({ key }) => key))
              }
            />
          ))}
        </div>
      )}
      {list}
      {multiple && (
        <div className={styles.foot}>
          <button type="button" className={styles.done} onClick={picker.close}>
            完成
          </button>
        </div>
      )}
    </div>
  );
}

const NO_ACTIONS: readonly never[] = [];
function Choices({ props, picker, listId, page }: PartProps) {
  const actions = props.actions?.map((action) => ({
    ...action,
    run: () => {
      picker.close();
      action.run();
    },
  }));
  return (
    <PickerList
      id={listId}
      label={props.input.label}
      items={picker.shown}
      picked={props.picked}
      multiple={props.multiple ?? false}
      active={picker.active}
      loading={props.loading ?? false}
      emptyText={props.emptyText ?? '没有可选的内容'}
      hint={props.hint}
      actions={actions ?? NO_ACTIONS}
      typed={picker.typing || page ? picker.text : ''}
      onActive={picker.setActive}
      onPick={picker.pick}
      onKey={page && !props.searchable ? picker.onKey : undefined}
    />
  );
}

/** Takes the choice back, where it may be. */
function Clear({ props, picker }: Pick<PartProps, 'props' | 'picker'>) {
  const { input, picked, clearable = true } = props;
  if (!clearable || picked.length === 0 || picker.locked || input.required) return null;
  return (
    <button
      type="button"
      className={styles.clear}
      tabIndex={-1}
      aria-label={`清空${input.label}`}
      onMouseDown={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onClick={() => {
        picker.close();
        props.onPick([]);
      }}
    >
      <Icon name="close-circle" />
    </button>
  );
}

/**
 * Choosing one or several of a list, local or remote: a combobox as WAI-ARIA describes it, in
 * Arco's look.
 */
export function Picker(props: PickerProps) {
  const { input, picked, multiple = false } = props;
  const anchor = useRef<HTMLDivElement>(null);
  const listId = useId();
  const picker = usePicker(props);
  const page = useNarrow();
  const remove = (key: string) =>
    props.onPick(picked.filter((item) => item.key !== key).map((item) => item.key));
  const list = <Choices props={props} picker={picker} listId={listId} page={page} />;
  return (
    <div
      ref={anchor}
      className={boxClass(
        input,
        `${styles.picker} ${picker.open ? styles.open : ''} ${props.className ?? ''}`,
      )}
      style={props.style}
      title={props.title}
      onMouseDown={(event) => picker.onPress(event)}
    >
      {multiple &&
        picked.map((item) => (
          <Picked
            key={item.key}
            item={item}
            onRemove={picker.locked ? undefined : () => remove(item.key)}
            onShow={props.onShow && (() => props.onShow?.(item.key))}
          />
        ))}
      <PickerText props={props} picker={picker} listId={listId} page={page} />
      <Clear props={props} picker={picker} />
      <span className={styles.arrow} aria-hidden>
        <Icon
          name={picker.waiting ? 'loading' : 'down'}
          className={picker.waiting ? styles.spin : ''}
        />
      </span>
      {picker.open && page && (
        <FloatingPanel
          id={`${listId}-page`}
          anchor={anchor}
          title={input.label || '请选择'}
          width={0}
          onClose={picker.close}
        >
          <PickerPage props={props} picker={picker} listId={listId} list={list} />
        </FloatingPanel>
      )}
      {picker.open && !page && (
        <Floating anchor={anchor} onClose={picker.close}>
          {list}
        </Floating>
      )}
    </div>
  );
}
