import type { InputProps } from '../fields/input-props.ts';
import { COLORS, COLOR_CODES, colorLabel, type ColorName } from '../icons/palette.ts';
import { ColorSwatches } from './ColorSwatches.tsx';
import { ReadInput } from './read-input.tsx';
import box from './inputs.module.css';
import styles from './swatches.module.css';

const CODE = /^#[0-9a-f]{6}$/i;
const codeStyle = (name: ColorName) => ({ background: COLOR_CODES[name] });

const Chosen = ({ code }: { code: string | undefined }) => (
  <span className={`${styles.chosen} ${code ? '' : styles.none}`} style={{ background: code }} />
);

/** Value: #rrggbb, typed or picked from the palette. */
export function ColorCodeInput(props: InputProps) {
  const { value } = props;
  const code = typeof value === 'string' && CODE.test(value) ? value.toLowerCase() : undefined;
  const name = COLORS.find((each) => COLOR_CODES[each] === code);
  return (
    <span className={styles.coded}>
      <ColorSwatches
        label={`${props.label}的色板`}
        value={name}
        shown={name ? colorLabel(name) : (code ?? '未选择')}
        disabled={!!(props.disabled || props.readonly)}
        swatchStyle={codeStyle}
        onPick={(picked) => props.onChange(COLOR_CODES[picked])}
        trigger={<Chosen code={code} />}
      />
      <ReadInput props={props} type="color" className={box.figures} />
    </span>
  );
}
