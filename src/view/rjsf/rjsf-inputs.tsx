import { useFileWidgetProps, type WidgetProps } from '@rjsf/utils';
import { Icon } from '../../ui/icons/index.ts';
import {
  choiceOf,
  choicesOf,
  ariaPropsOf,
  labelId,
  nativeAttributes,
  type InputProps,
  boxClass,
} from '../../ui/inputs/index.ts';
import boxes from '../../ui/inputs/inputs.module.css';
import styles from './rjsf.module.css';

/** Inputs only rjsf's schemas ask for. */

const valuesOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
/** Several of a few choices, all of them in sight. Stored in the order of the choices. */
export function CheckboxesInput(props: InputProps) {
  const choices = choicesOf(props.options, props.schema);
  const chosen = valuesOf(props.value).map((value) => choiceOf(choices, value));
  const toggle = (at: number): void => {
    const ticked = choices.filter((choice, index) => chosen.includes(choice) !== (index === at));
    props.onChange(ticked.map(({ value }) => value));
  };
  const { 'aria-required': _required, 'aria-invalid': _invalid, ...aria } = ariaPropsOf(props);
  return (
    <div
      role="group"
      id={props.id}
      tabIndex={-1}
      aria-labelledby={props.hideLabel ? undefined : labelId(props.id)}
      {...aria}
      className={boxes.radios}
    >
      {choices.map((choice, index) => (
        <label key={choice.key} className={boxes.radio}>
          <input
            type="checkbox"
            name={props.htmlName ?? props.id}
            id={`${props.id}-${index}`}
            checked={chosen.includes(choice)}
            disabled={props.disabled || props.readonly || choice.disabled}
            autoFocus={props.autofocus && index === 0}
            onChange={() => toggle(index)}
            onBlur={() => props.onBlur(props.id, props.value)}
            onFocus={() => props.onFocus(props.id, props.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

const HEX = /^#[0-9a-f]{6}$/i;
const ColorPicker = ({ text, props }: { text: string; props: InputProps }) => (
  <input
    type="color"
    aria-label={`选择${props.label || '颜色'}`}
    value={HEX.test(text) ? text : '#000000'}
    disabled={props.disabled || props.readonly}
    onChange={(event) => props.onChange(event.target.value)}
  />
);
/** A colour as #rrggbb: chosen with the browser's own picker or typed. */
export function HexColorInput(props: InputProps) {
  const text = typeof props.value === 'string' ? props.value : '';
  return (
    <span className={styles.color}>
      <ColorPicker text={text} props={props} />
      <input
        {...nativeAttributes(props)}
        type="text"
        className={boxClass(props)}
        value={text}
        placeholder={props.placeholder || '#rrggbb'}
        spellCheck={false}
        onChange={(event) =>
          props.onChange(event.target.value === '' ? props.options.emptyValue : event.target.value)
        }
        onBlur={() => props.onBlur(props.id, props.value)}
        onFocus={() => props.onFocus(props.id, props.value)}
      />
    </span>
  );
}

/** A scale with its value beside it; an unset value stays unset until it is moved. */
export function RangeInput(props: InputProps) {
  const { minimum = 0, maximum = 100, multipleOf = 1 } = props.schema;
  const value = typeof props.value === 'number' ? props.value : undefined;
  const {
    readOnly: _readOnly,
    disabled: _disabled,
    'aria-required': _required,
    ...native
  } = nativeAttributes(props);
  return (
    <span className={styles.range}>
      <input
        {...native}
        type="range"
        min={minimum}
        max={maximum}
        step={multipleOf}
        value={value ?? minimum}
        disabled={props.disabled || props.readonly}
        aria-valuetext={value === undefined ? '未填写' : String(value)}
        onChange={(event) => props.onChange(Number(event.target.value))}
        onBlur={() => props.onBlur(props.id, props.value)}
        onFocus={() => props.onFocus(props.id, props.value)}
      />
      <output htmlFor={props.id} className={styles.figure}>
        {value ?? '未填写'}
      </output>
    </span>
  );
}

/** Bytes as people read them. */
const sizeText = (bytes: number): string =>
  bytes < 1024 ? `${bytes} 字节` : `${Math.round(bytes / 1024)} KB`;
/** Files stored in the value as data URLs, as rjsf does. */
export function FileInput(props: WidgetProps) {
  const { disabled, readonly, multiple = false, options, registry } = props;
  const { filesInfo, handleChange, handleRemove } = useFileWidgetProps(
    props.value as string | string[],
    props.onChange,
    multiple,
  );
  const { RemoveButton } = registry.templates.ButtonTemplates;
  const { readOnly: _readOnly, ...native } = nativeAttributes(props as unknown as InputProps);
  return (
    <div className={styles.files}>
      <label className={styles.pick}>
        <input
          {...native}
          type="file"
          multiple={multiple}
          disabled={disabled || readonly}
          accept={options.accept ? String(options.accept) : undefined}
          className="hz-hidden"
          onChange={(event) => {
            if (event.target.files) void handleChange(event.target.files);
          }}
        />
        <Icon name="upload" /> 选择文件
      </label>
      {filesInfo.length === 0 && <span className={styles.none}>还没有文件</span>}
      <ul className={styles.list}>
        {filesInfo.map(({ name, size }, index) => (
          <li key={`${name}-${index}`}>
            {name}（{sizeText(size)}）
            <RemoveButton
              onClick={() => handleRemove(index)}
              disabled={disabled || readonly}
              registry={registry}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
