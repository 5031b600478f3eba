import {
  choiceOf,
  choicesOf,
  ariaPropsOf,
  labelId,
  type InputProps,
} from '../fields/input-props.ts';
import styles from './inputs.module.css';

/** Yes or no. An unset value reads as no and stays unset until it is switched. */
export function SwitchInput(props: InputProps) {
  const on = props.value === true;
  const { 'aria-required': _required, ...aria } = ariaPropsOf(props);
  return (
    <button
      type="button"
      role="switch"
      id={props.id}
      aria-checked={on}
      {...aria}
      disabled={props.disabled || props.readonly}
      autoFocus={props.autofocus}
      className={`${styles.switch} ${on ? styles.on : ''}`}
      onClick={() => props.onChange(!on)}
      onBlur={() => props.onBlur(props.id, props.value)}
      onFocus={() => props.onFocus(props.id, props.value)}
    >
      <span className={styles.dot} />
    </button>
  );
}

/** A few choices in a row; native radios, so arrows and groups work as everywhere. */
export function RadioInput(props: InputProps) {
  const choices = choicesOf(props.options, props.schema);
  const chosen = choiceOf(choices, props.value);
  return (
    <div
      role="radiogroup"
      id={props.id}
      tabIndex={-1}
      aria-labelledby={props.hideLabel ? undefined : labelId(props.id)}
      {...ariaPropsOf(props)}
      className={styles.radios}
    >
      {choices.map((choice, index) => (
        <label key={choice.key} className={styles.radio}>
          <input
            type="radio"
            name={props.htmlName ?? props.id}
            id={`${props.id}-${index}`}
            checked={chosen === choice}
            disabled={props.disabled || props.readonly || choice.disabled}
            onChange={() => props.onChange(choice.value)}
            onBlur={() => props.onBlur(props.id, props.value)}
            onFocus={() => props.onFocus(props.id, props.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

/** A box with its label beside it: for agreeing to something, such as staying signed in. */
export function CheckboxInput(props: InputProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        id={props.id}
        name={props.htmlName ?? props.name ?? props.id}
        {...ariaPropsOf({ ...props, hideLabel: false })}
        checked={props.value === true}
        disabled={props.disabled || props.readonly}
        autoFocus={props.autofocus}
        onChange={(event) => props.onChange(event.target.checked)}
        onBlur={() => props.onBlur(props.id, props.value)}
        onFocus={() => props.onFocus(props.id, props.value)}
      />
      {props.label}
      {props.required && (
        <span className={styles.mark} aria-hidden>
          *
        </span>
      )}
    </label>
  );
}
