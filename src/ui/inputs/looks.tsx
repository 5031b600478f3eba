import { useState } from 'react';
import type { ReactNode } from 'react';
import { ICON_WORDS, iconLabel, isIconName } from '../icons/icon-words.ts';
import { Icon } from '../icons/icons.tsx';
import { ariaPropsOf, labelId, type InputProps } from '../fields/input-props.ts';
import { APP_COLORS, APP_ICONS, appIconName, colorLabel, dotStyle } from '../icons/palette.ts';
import { isSpelled, useSpelling, type Spelling } from '../hooks/use-spelling.ts';
import field from './inputs.module.css';
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
const iconFace = (name: string): Face => ({
  value: name,
  label: iconLabel(name),
  draw: (
    <span className={styles.face}>
      <Icon name={name} />
    </span>
  ),
});
const FIRST_ICONS: readonly string[] = APP_ICONS;
const ALL_ICONS = Object.keys(ICON_WORDS);

/** The icons whose words contain what was typed, or whose pinyin begins with it. */
function foundIcons(typed: string, spelling: Spelling | null): string[] {
  const wanted = typed.trim().toLowerCase();
  return ALL_ICONS.filter(
    (name) =>
      `${ICON_WORDS[name]} ${name}`.toLowerCase().includes(wanted) ||
      (ICON_WORDS[name] ?? '').split(' ').some((word) => isSpelled(word, wanted, spelling)),
  );
}

/** The 24 icons of an application, and more of the kit's by their Chinese words. */
function IconFaces({ props }: { props: InputProps }) {
  const [typed, setTyped] = useState('');
  const [isWhole, setWhole] = useState(false);
  const spelling = useSpelling(typed);
  const value = String(props.value ?? '');
  const offered = isWhole || typed.trim() !== '' ? foundIcons(typed, spelling) : FIRST_ICONS;
  // What is chosen stays to be seen while others are looked for.
  const shown = isIconName(value) && !offered.includes(value) ? [value, ...offered] : offered;
  return (
    <div className={styles.pair}>
      <div className={styles.search}>
        <input
          type="search"
          className={field.box}
          value={typed}
          placeholder="搜索图标，例如：维修"
          aria-label={`${props.label}：搜索`}
          disabled={props.disabled || props.readonly}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            // Enter looks; it does not send the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <button
          type="button"
          className={styles.more}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? '只看常用' : '更多图标'}
        </button>
      </div>
      {offered.length === 0 && <span className={styles.nothing}>没有找到图标，换一个词试试</span>}
      <div className={styles.icons}>
        <Faces props={props} faces={shown.map(iconFace)} />
      </div>
    </div>
  );
}
const COLOR_FACES = APP_COLORS.map((name): Face => ({
  value: name,
  label: colorLabel(name),
  draw: <span className={`${styles.face} ${styles.round}`} style={dotStyle(name)} />,
}));
/** Value: a name of the icon kit. */
export const IconInput = (props: InputProps) => <IconFaces props={props} />;
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
      <IconFaces
        props={{
          ...props,
          hideLabel: true,
          label: `${props.label}：图形`,
          value: appIconName(style.icon),
          onChange: (icon) => write({ icon: String(icon) }),
        }}
      />
    </div>
  );
}
