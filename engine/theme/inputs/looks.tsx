import type { ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import { describing, labelId, type InputProps } from '../input-props.ts';
import { APP_COLORS, APP_ICONS, APP_ICON_LABELS, colorLabel, dotStyle } from '../palette.ts';
import styles from './swatches.module.css';

interface Face { value: string; label: string; draw: ReactNode }
/** Faces to choose one of: native radios under them, so that arrow keys and forms work. The first carries the id. */
function Faces({ props, faces }: { props: InputProps; faces: readonly Face[] }) {
  const known = faces.some(({ value }) => value === props.value);
  return (
    <div role="radiogroup" aria-labelledby={props.hideLabel ? undefined : labelId(props.id)} {...describing(props)} className={styles.choices}>
      {faces.map(({ value, label, draw }, index) => (
        <span key={value} className={styles.choice}>
          <input type="radio" name={props.id} id={(known ? value === props.value : index === 0) ? props.id : `${props.id}-${value}`} aria-label={label} title={label} checked={value === props.value} disabled={props.disabled || props.readonly}
            onChange={() => props.onChange(value)} onFocus={() => props.onFocus(props.id, props.value)} onBlur={() => props.onBlur(props.id, props.value)} />
          {draw}
        </span>
      ))}
    </div>
  );
}
const ICON_FACES = APP_ICONS.map((name): Face => ({ value: name, label: APP_ICON_LABELS[name], draw: <span className={styles.face}><Icon name={name} /></span> }));
const COLOR_FACES = APP_COLORS.map((name): Face => ({ value: name, label: colorLabel(name), draw: <span className={`${styles.face} ${styles.round}`} style={dotStyle(name)} /> }));
/** Value: a name of the icon kit, one of the 24 of an application. */
export const IconInput = (props: InputProps) => <Faces props={props} faces={ICON_FACES} />;
/** Value: a palette name, one of the six of an application. */
export const ColorInput = (props: InputProps) => <Faces props={props} faces={COLOR_FACES} />;
