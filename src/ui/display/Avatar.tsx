import styles from './display.module.css';

const HUES = ['arcoblue', 'cyan', 'green', 'orange', 'purple', 'magenta'] as const;
/** The same name always wears the same colour. */
function hueOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return HUES[sum % HUES.length] ?? 'arcoblue';
}
/** Chinese names are known by their last two characters, others by the first. */
const short = (name: string): string =>
  /\p{Script=Han}/u.test(name)
    ? [...name].slice(-2).join('')
    : [...name].slice(0, 1).join('').toUpperCase();

/**
 * Picture of a person, or the short name on a colour of its own. Decorative: the name is shown
 * beside it.
 */
export function Avatar({
  name,
  src,
  size = 20,
}: {
  name: string;
  src?: string | undefined;
  size?: number;
}) {
  const box = { width: size, height: size, fontSize: Math.max(9, Math.round(size * 0.42)) };
  if (src) return <img className={styles.avatar} style={box} src={src} alt="" />;
  const hue = hueOf(name);
  return (
    <span
      className={styles.avatar}
      aria-hidden
      style={{ ...box, background: `rgb(var(--${hue}-2))`, color: `rgb(var(--${hue}-9))` }}
    >
      {size < 24 ? short(name).slice(-1) : short(name)}
    </span>
  );
}
