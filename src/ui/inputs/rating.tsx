import type { KeyboardEvent } from 'react';
import { DEFAULT_RATING, MAX_RATING } from '../../contract/index.ts';
import { Icon } from '../icons/icons.tsx';
import { ariaPropsOf, isFailing, labelId, type InputProps } from '../fields/input-props.ts';
import styles from './rating.module.css';

/** Stars of a field: as many as the builder said, within what fits a phone. */
const starsOf = ({ options }: InputProps): number => {
  const most =
    typeof options.max === 'number' && Number.isFinite(options.max)
      ? Math.trunc(options.max)
      : DEFAULT_RATING;
  return Math.min(MAX_RATING, Math.max(1, most));
};
const ratingOf = ({ value }: InputProps): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
/** The star that Tab stops at: the chosen one, else the first. */
const tabStopOf = (value: number | null, most: number): number =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= most ? value : 1;
/**
 * A choice of stars: native radios under them, so that arrow keys, forms and screen readers know
 * them. Delete, a second press on the chosen star or 清空 clears the choice. A number beyond the
 * stars is preserved and shown beside them.
 */
export function RatingInput(props: InputProps) {
  const most = starsOf(props);
  const value = ratingOf(props);
  const locked = !!(props.disabled || props.readonly);
  const stop = tabStopOf(value, most);
  const clear = () => props.onChange(props.options.emptyValue);
  const keys = (event: KeyboardEvent) => {
    if (!locked && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault();
      clear();
    }
  };
  const { 'aria-label': _label, ...aria } = ariaPropsOf(props);
  return (
    <div className={`${styles.rating} ${isFailing(props) ? styles.failing : ''}`}>
      <div
        role="radiogroup"
        aria-label={props.hideLabel ? props.label : undefined}
        aria-labelledby={props.hideLabel ? undefined : labelId(props.id)}
        {...aria}
        aria-readonly={props.readonly || undefined}
        className={styles.stars}
        onKeyDown={keys}
      >
        {Array.from({ length: most }, (_, at) => at + 1).map((star) => (
          <span
            key={star}
            className={`${styles.star} ${value !== null && star <= value ? styles.lit : ''}`}
          >
            <input
              type="radio"
              name={props.htmlName ?? props.id}
              id={star === stop ? props.id : `${props.id}-${star}`}
              aria-label={`${star} 星`}
              title={`${star} 星`}
              checked={value === star}
              disabled={locked}
              autoFocus={props.autofocus && star === stop}
              onClick={() => {
                if (value === star && !props.required) clear();
              }}
              onChange={() => props.onChange(star)}
              onBlur={() => props.onBlur(props.id, props.value)}
              onFocus={() => props.onFocus(props.id, props.value)}
            />
            <Icon name={value !== null && star <= value ? 'star-fill' : 'star'} />
          </span>
        ))}
      </div>
      <span className={styles.said}>{value === null ? '未评分' : `${value} / ${most}`}</span>
      {value !== null && !locked && !props.required && (
        <button
          type="button"
          className={styles.clear}
          aria-label={`清空${props.label}`}
          onClick={clear}
        >
          清空
        </button>
      )}
    </div>
  );
}
