import JsBarcode from 'jsbarcode';
import { useMemo } from 'react';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { choiceOf, numberOf, textOf } from '../../src/values/index.ts';
import { valueOf } from '../../src/ui/parts/index.ts';
import { FORMATS } from './formats.ts';
import type { BarcodeProps } from './index.ts';
import styles from './View.module.css';

/** Light lines before and after the bars that scanners need. */
const QUIET = 10;

/** Dark (1) and light (0) lines from left to right; null for a text the format cannot hold. */
function linesOf(text: string, format: string): string | null {
  // With a plain object as the target, the library returns the lines and draws nothing.
  const drawn: { encodings?: { data: string }[] } = {};
  let fits = true;
  try {
    JsBarcode(drawn, text, {
      format,
      valid: (ok) => {
        fits = ok;
      },
    });
  } catch {
    return null;
  }
  // Some formats leave room for a digit beside the bars; the quiet zone is ours.
  const lines = (drawn.encodings?.map(({ data }) => data).join('') ?? '').replace(/^0+|0+$/g, '');
  return fits && lines ? lines : null;
}
const runs = (lines: string): { x: number; width: number }[] =>
  [...lines.matchAll(/1+/g)].map((run) => ({ x: QUIET + run.index, width: run[0].length }));

/** A text for line scanners. Dark on white in the dark theme too: scanners expect it. */
export default function BarcodeView({ node }: WidgetViewProps<BarcodeProps>) {
  const bound = valueOf(node.bound);
  const text = textOf(node.props.text ?? bound?.value);
  const format = choiceOf(node.props.format, FORMATS, 'CODE128');
  const height = Math.min(240, Math.max(16, numberOf(node.props.height, 64)));
  const lines = useMemo(() => (text ? linesOf(text, format) : null), [text, format]);
  const label = textOf(node.props.label) || '条形码';
  if (!lines)
    return (
      <span className={styles.none} style={{ minHeight: height }}>
        {text ? `“${text}”不能写成 ${format} 条形码` : '没有内容'}
      </span>
    );
  const across = lines.length + 2 * QUIET;
  return (
    <figure className={styles.figure}>
      <svg
        role="img"
        aria-label={`${label}：${text}`}
        width={across * Math.min(6, Math.max(1, numberOf(node.props.width, 2)))}
        height={height}
        viewBox={`0 0 ${across} 1`}
        preserveAspectRatio="none"
        className={styles.code}
        shapeRendering="crispEdges"
      >
        {runs(lines).map(({ x, width }) => (
          <rect key={x} x={x} y={0} width={width} height={1} />
        ))}
      </svg>
      {node.props.showText !== false && (
        <figcaption aria-hidden className={styles.text}>
          {text}
        </figcaption>
      )}
    </figure>
  );
}
