import { useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react';
import { Floating } from '../overlay/Floating.tsx';
import { COLORS, colorLabel, colorName, dotStyle, type ColorName } from '../icons/palette.ts';
import styles from './swatches.module.css';

/** A button that opens the palette; arrows walk it, Enter takes, Escape closes. */
export function ColorSwatches({
  label,
  value,
  shown = colorLabel(colorName(value)),
  disabled = false,
  swatchStyle = dotStyle,
  onPick,
  trigger,
}: {
  label: string;
  value: string | undefined;
  /** What the present colour is called, where it is none of the palette's. */
  shown?: string;
  disabled?: boolean;
  swatchStyle?(color: ColorName): CSSProperties;
  onPick(color: ColorName): void;
  trigger: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const anchor = useRef<HTMLButtonElement>(null);
  const toggle = () => {
    setActive(Math.max(0, COLORS.indexOf(colorName(value))));
    setOpen(!open);
  };
  const take = (color: ColorName) => {
    onPick(color);
    setOpen(false);
    anchor.current?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    if (!open) return;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 6, ArrowUp: -6 }[event.key];
    if (step) setActive((active + step + COLORS.length) % COLORS.length);
    else if (event.key === 'Enter' || event.key === ' ') take(COLORS[active] ?? 'gray');
    else if (event.key === 'Escape') setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={styles.trigger}
        aria-label={`${label}：${shown}`}
        title="颜色"
        aria-expanded={open}
        disabled={disabled}
        onClick={toggle}
        onKeyDown={keys}
        onBlur={() => setOpen(false)}
      >
        {trigger}
      </button>
      {open && (
        <Floating anchor={anchor} width="auto" onClose={() => setOpen(false)}>
          <div className={styles.grid}>
            {COLORS.map((color, index) => (
              <button
                key={color}
                type="button"
                tabIndex={-1}
                aria-label={colorLabel(color)}
                title={colorLabel(color)}
                className={`${styles.swatch} ${index === active ? styles.active : ''}`}
                style={swatchStyle(color)}
                onClick={() => take(color)}
              />
            ))}
          </div>
        </Floating>
      )}
    </>
  );
}
