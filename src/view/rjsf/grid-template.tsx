import type { GridTemplateProps } from '@rjsf/utils';
import type { CSSProperties, ReactNode } from 'react';
import rich from './rjsf.module.css';

const SCREENS = ['xs', 'sm', 'md', 'lg', 'xl'] as const;
type Width = number | { span?: number };
interface GridSettings extends Partial<Record<(typeof SCREENS)[number], Width>> {
  span?: number;
  offset?: number;
  gutter?: number | [number, number];
}
const WHOLE = 24;
const widthOf = (width: Width | undefined): number | undefined =>
  typeof width === 'object' ? width.span : width;
/**
 * The columns a column takes on each screen, as variables of the style sheet; `offset` columns
 * before it stay empty.
 */
function columnStyle({ span, offset = 0, ...screens }: GridSettings): CSSProperties {
  let width = span ?? WHOLE;
  const variables = SCREENS.map((screen) => {
    width = widthOf(screens[screen]) ?? width;
    return [`--hz-${screen}`, Math.min(WHOLE, width + offset)] as const;
  });
  return {
    ...Object.fromEntries(variables),
    ...(offset > 0 && { paddingInlineStart: `${(100 * offset) / ((span ?? WHOLE) + offset)}%` }),
  };
}
function rowStyle({ gutter = [24, 16] }: GridSettings): CSSProperties {
  const [across, down] = Array.isArray(gutter) ? gutter : [gutter, 16];
  return { gap: `${down}px ${across}px` };
}
/**
 * Arco's grid of 24 columns: rows `{gutter}`, columns `{span, offset, xs, sm, md, lg, xl}`. A row
 * in a row has its whole width. Any other attribute goes to the element.
 */
export function GridTemplate({
  children,
  column,
  style,
  className = '',
  span,
  offset,
  gutter,
  xs,
  sm,
  md,
  lg,
  xl,
  ...rest
}: GridTemplateProps & GridSettings & GridElement) {
  const given = Object.fromEntries(
    Object.entries({ span, offset, gutter, xs, sm, md, lg, xl }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as GridSettings;
  const place = column ? columnStyle(given) : rowStyle(given);
  return (
    <div
      {...rest}
      className={`${column ? rich.column : rich.row} ${className}`.trim()}
      style={{ ...place, ...style }}
    >
      {children}
    </div>
  );
}
interface GridElement {
  children?: ReactNode;
  column?: boolean;
  style?: CSSProperties;
  className?: string;
}
