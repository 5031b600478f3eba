import { MAX_OPTION_LEVELS, type SelectOption } from '../../contract/index.ts';
import { allCodes } from '../../values/index.ts';
import { ariaPropsOf, labelId, type InputProps } from '../fields/input-props.ts';
import { optionsOf } from './option-list.ts';
import { OptionLevel } from './OptionLevel.tsx';
import styles from './options.module.css';

/** Options without names of levels that were emptied: an empty list below is no list. */
const tidy = (options: readonly SelectOption[]): SelectOption[] =>
  options.map(({ children, ...option }) =>
    children?.length ? { ...option, children: tidy(children) } : option,
  );

function Options(props: InputProps & { levels: number }) {
  const options = optionsOf(props.value);
  return (
    <div
      id={props.id}
      role="group"
      aria-labelledby={labelId(props.id)}
      aria-describedby={ariaPropsOf(props)['aria-describedby']}
      className={styles.editor}
    >
      <OptionLevel
        options={options}
        levels={props.levels}
        taken={allCodes(options)}
        locked={!!(props.disabled || props.readonly)}
        onChange={(next) => props.onChange(tidy(next))}
        onBlur={() => props.onBlur(props.id, props.value)}
      />
    </div>
  );
}
/** The options of a select field. */
export const OptionsInput = (props: InputProps) => <Options {...props} levels={1} />;
/** Those of a cascade: each may have options below it. */
export const OptionTreeInput = (props: InputProps) => (
  <Options {...props} levels={MAX_OPTION_LEVELS} />
);
