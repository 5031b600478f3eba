import type { CSSProperties } from 'react';
import { Icon } from '../icons/icons.tsx';
import { APP_COLORS, appIconName, colorName } from '../icons/palette.ts';
import { isRecord, textOf } from '../../values/index.ts';

/**
 * An application's style as it is drawn: an icon of the kit and a palette. Anything unreadable is
 * the default (orange, first icon).
 */
export interface AppLook {
  icon: string;
  color: string;
}

function parse(style: unknown): Record<string, unknown> {
  if (isRecord(style)) return style;
  try {
    const parsed: unknown = JSON.parse(textOf(style) || '{}');
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
/** Reads an application's `style`: JSON text of {icon, color, iconColor}. */
export function appLook(style: unknown): AppLook {
  const { icon, color, iconColor } = parse(style);
  const known = [color, iconColor]
    .map(textOf)
    .find(
      (name) =>
        (APP_COLORS as readonly string[]).includes(colorName(name)) && colorName(name) !== 'gray',
    );
  return { icon: appIconName(textOf(icon)), color: known ? colorName(known) : 'orange' };
}

/** The square icon of an application; decorative, the name is shown beside it. `size` in pixels. */
export function AppIcon({ style, size = 32 }: { style: unknown; size?: number }) {
  const { icon, color } = appLook(style);
  const box = {
    width: size,
    height: size,
    borderRadius: Math.max(4, Math.round(size / 5)),
    fontSize: Math.round(size * 0.55),
  };
  const tint = Object.fromEntries(
    [1, 6, 7].map((step) => [`--hz-tint-${step}`, `var(--${color}-${step})`]),
  ) as CSSProperties;
  return (
    <span
      aria-hidden
      className="hz-tint"
      style={{
        ...box,
        ...tint,
        display: 'inline-flex',
        flex: 'none',
        alignItems: 'center',
        justifyContent: 'center',
      }}
    >
      <Icon name={icon} />
    </span>
  );
}
