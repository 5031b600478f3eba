import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { asValue } from '../../src/runtime/models/index.ts';
import { useDebounced } from '../../src/ui/hooks/index.ts';
import { useShortcut } from '../../src/ui/overlay/index.ts';
import { useFilledInLayer } from '../../src/view/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { momentOf, numberOf, recordsOf, textOf } from '../../src/values/index.ts';
import { FieldFrame, ValueInput, type ValueInputProps } from '../../src/ui/inputs/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import type { SelectOption } from '../../src/contract/index.ts';
import type { InputWidgetProps } from './index.ts';
import styles from './View.module.css';

const codeOf = (props: InputWidgetProps, option: Readonly<Record<string, unknown>>): unknown =>
  option[textOf(props.optionValue) || 'code'];

function choicesOf(props: InputWidgetProps): SelectOption[] {
  return recordsOf(props.options).map((option): SelectOption => {
    const code = textOf(codeOf(props, option));
    return {
      code,
      label: textOf(option[textOf(props.optionLabel) || 'label']) || code,
      ...(typeof option['color'] === 'string' && { color: option['color'] }),
    };
  });
}

function describeOf(props: InputWidgetProps): ValueInputProps['describe'] {
  const { type, refObject } = props;
  const choices = choicesOf(props);
  if (type === 'textarea') return { type: 'longText' };
  if (type === 'number') return { schema: { type: 'number' } };
  if (type === 'search' || type === 'text' || type === undefined)
    return { schema: { type: 'string', ui: { inputType: type === 'search' ? 'search' : 'text' } } };
  return {
    type,
    ...(choices.length > 0 && { options: choices }),
    ...(refObject && { refObject: textOf(refObject) }),
  };
}

/** A select speaks of its options in texts; the page has their codes as its document wrote them. */
const shownOf = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);
function writtenOf(props: InputWidgetProps, value: unknown): unknown {
  const codes = recordsOf(props.options).map((option) => codeOf(props, option));
  return codes.find((code) => typeof code === 'number' && String(code) === value) ?? value;
}

/** A date half typed is nothing to ask the server with yet. */
const isHalfTyped = ({ type }: InputWidgetProps, value: unknown): boolean =>
  (type === 'date' || type === 'dateTime') && typeof value === 'string' && !momentOf(value);

/** An input over one value of the page, outside of forms: searches, switches and the like. */
export default function InputView({ node }: WidgetViewProps<InputWidgetProps>) {
  const bound = asValue(node.bound);
  const { props, state } = node;
  useFilledInLayer(bound, props.type !== 'search');
  const id = node.domId('input');
  const wait = numberOf(props.debounce, 0);
  // Typed text shows at once; the page is notified when the typing pauses.
  const [typed, setTyped] = useState<{ value: unknown } | null>(null);
  const pending = useRef(false);
  const write = (entered: unknown) => {
    const value = writtenOf(props, entered);
    pending.current = false;
    setTyped(null);
    bound.set(value ?? null);
    if (node.handles('change')) void node.emit('change', { value: value ?? null });
  };
  const later = useDebounced(write, wait);
  useShortcut(
    textOf(props.shortcut),
    textOf(props.shortcut) ? () => document.getElementById(id)?.focus() : null,
    `转到${textOf(props.label)}`,
  );
  const change = (value: unknown) => {
    if (isHalfTyped(props, value)) return;
    if (wait === 0) write(value);
    else {
      pending.current = true;
      setTyped({ value });
      later(value);
    }
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !node.handles('enter')) return;
    if (pending.current) later.flush();
    void node.emit('enter', { value: typed ? typed.value : bound.value });
  };
  const label = textOf(props.label);
  const value = typed ? typed.value : (bound.value ?? props.initial ?? undefined);
  return (
    <FieldFrame
      id={id}
      label={label}
      hideLabel={props.hideLabel === true}
      required={state.required}
      help={textOf(props.help)}
      className={props.type === 'boolean' ? styles.flag : undefined}
    >
      <span className={`${styles.input} ${props.icon ? styles.iconed : ''}`} onKeyDown={keys}>
        {props.icon && <Icon name={textOf(props.icon)} className={styles.icon} />}
        <ValueInput
          id={id}
          describe={describeOf(props)}
          label={label}
          value={props.type === 'singleSelect' ? shownOf(value) : value}
          onChange={change}
          ports={node.ports}
          placeholder={textOf(props.placeholder)}
          disabled={state.disabled}
          readonly={state.readonly}
          autoFocus={props.autoFocus === true}
        />
      </span>
    </FieldFrame>
  );
}
