import type { ReactNode } from 'react';
import { Icon } from '../icons/icons.tsx';
import { ariaPropsOf, labelId, type InputProps } from '../fields/input-props.ts';
import { APP_COLORS, APP_ICONS, APP_ICON_LABELS, colorLabel, dotStyle } from '../icons/palette.ts';
import styles from './swatches.module.css';

interface Face {
  value: string;
  label: string;
  draw: ReactNode;
}
/**
 * Faces to choose one of: native radios under them, so that arrow keys and forms work. The first
 * carries the id.
 */
function Faces({ props, faces }: { props: InputProps; faces: readonly Face[] }) {
  const known = faces.some(({ value }) => value === props.value);
  return (
    <div
      role="radiogroup"
      aria-labelledby={props.hideLabel ? undefined : labelId(props.id)}
      {...ariaPropsOf(props)}
      className={styles.choices}
    >
      {faces.map(({ value, label, draw }, index) => (
        <span key={value} className={styles.choice}>
          <input
            type="radio"
            name={props.id}
            id={(known ? value === props.value : index === 0) ? props.id : `${props.id}-${value}`}
            aria-label={label}
            title={label}
            checked={value === props.value}
            disabled={props.disabled || props.readonly}
            onChange={() => props.onChange(value)}
            onFocus={() => props.onFocus(props.id, props.value)}
            onBlur={() => props.onBlur(props.id, props.value)}
          />
          {draw}
        </span>
      ))}
    </div>
  );
}
const ICON_FACES = APP_ICONS.map((name): Face => ({
  value: name,
  label: APP_ICON_LABELS[name],
  draw: (
    <span className={styles.face}>
      <Icon name={name} />
    </span>
  ),
}));
const COLOR_FACES = APP_COLORS.map((name): Face => ({
  value: name,
  label: colorLabel(name),
  draw: <span className={`${styles.face} ${styles.round}`} style={dotStyle(name)} />,
}));
/** Value: a name of the icon kit, one of the 24 of an application. */
export const IconInput = (props: InputProps) => <Faces props={props} faces={ICON_FACES} />;
/** Value: a palette name, one of the six of an application. */
export const ColorInput = (props: InputProps) => <Faces props={props} faces={COLOR_FACES} />;

interface Style {
  icon: string;
  color: string;
}
const FIRST: Style = { icon: APP_ICONS[0], color: APP_COLORS[0] };
function styleOf(value: unknown): Style {
  try {
    const parsed: unknown = typeof value === 'string' && value !== '' ? JSON.parse(value) : value;
    return {
      ...FIRST,
      ...(parsed && typeof parsed === 'object' ? (parsed as Partial<Style>) : {}),
    };
  } catch {
    return FIRST;
  }
}
/**
 * An application's style (specification, section 3): JSON text of {icon, color, iconColor}. Icon
 * and colour pair in one field.
 */
export function AppStyleInput(props: InputProps) {
  const style = styleOf(props.value);
  const write = (change: Partial<Style>) => {
    const next = { ...style, ...change };
    props.onChange(JSON.stringify({ icon: next.icon, color: next.color, iconColor: next.color }));
  };
  return (
    <div
      role="group"
      aria-labelledby={props.hideLabel ? undefined : labelId(props.id)}
      className={styles.pair}
    >
      <Faces
        props={{
          ...props,
          hideLabel: true,
          label: `${props.label}：颜色`,
          id: `${props.id}-color`,
          value: style.color,
          onChange: (color) => write({ color: String(color) }),
        }}
        faces={COLOR_FACES}
      />
      <Faces
        props={{
          ...props,
          hideLabel: true,
          label: `${props.label}：图形`,
          value: style.icon,
          onChange: (icon) => write({ icon: String(icon) }),
        }}
        faces={ICON_FACES}
      />
    </div>
  );
}
