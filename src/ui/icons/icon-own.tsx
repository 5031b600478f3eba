import type { ComponentType, ReactNode, SVGProps } from 'react';

/** Drawings Arco's set lacks, on its grid (48 with strokes of 4). */
const draw =
  (content: ReactNode): ComponentType<SVGProps<SVGSVGElement>> =>
  (props) => (
    <svg viewBox="0 0 48 48" fill="none" stroke="currentColor" strokeWidth={4} {...props}>
      {content}
    </svg>
  );

export const ownDrawings = {
  /** A sort of movable type, seen from its face. */
  logo: draw(
    <>
      <rect x="2" y="2" width="44" height="44" rx="8" fill="currentColor" stroke="none" />
      <path d="M13 14h22M24 14v21M15 25h18M13 36h22" stroke="var(--color-bg-2)" strokeWidth="4" />
    </>,
  ),
  integer: draw(
    <path
      d="M8 17l5-4v22M20 18c1-4 8-5 9 0 0 5-9 9-9 17h10M36 13h7l-5 9c7-1 7 13 0 13-2 0-3-1-4-2"
      strokeWidth="3.5"
    />,
  ),
  decimal: draw(
    <>
      <path d="M10 33h3M20 13h8v22h-8zM35 13h8v22h-8z" strokeWidth="3.5" />
    </>,
  ),
  currency: draw(<path d="M12 8l12 16L36 8M24 24v18M12 25h24M12 33h24" />),
  percent: draw(
    <>
      <path d="M38 10L10 38" />
      <circle cx="14" cy="14" r="5" />
      <circle cx="34" cy="34" r="5" />
    </>,
  ),
  building: draw(
    <path d="M8 42V8h20v34M28 20h12v22M4 42h40M14 17h8M14 25h8M14 33h8M34 28v1M34 35v1" />,
  ),
  'calendar-range': draw(
    <path d="M7 9h34v32H7zM7 20h34M15 5v8M33 5v8M15 31h18M20 26l-5 5 5 5M28 26l5 5-5 5" />,
  ),
  'bar-chart': draw(<path d="M6 42h36M12 42V26M24 42V8M36 42V18" />),
} as const;
