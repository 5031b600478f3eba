import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { lengthOf, numberOf } from '../../src/values/index.ts';
import type { SkeletonProps } from './index.ts';
import styles from './View.module.css';

/** Last lines of a text are shorter. */
const widthOf = (kind: string, index: number, lines: number): string =>
  kind === 'text' && index === lines - 1 && lines > 1 ? '60%' : '100%';

/** Grey shapes of the size of what is coming. */
export default function SkeletonView({ node }: WidgetViewProps<SkeletonProps>) {
  const kind = node.props.kind ?? 'text';
  const lines = kind === 'block' ? 1 : Math.min(50, Math.max(1, numberOf(node.props.lines, 3)));
  return (
    <div
      role="status"
      aria-label="加载中"
      aria-busy="true"
      className={`${styles.box} ${styles[kind] ?? ''}`}
    >
      {Array.from({ length: lines }, (_, i) => (
        <span key={i} className={styles.line}>
          {kind === 'form' && <span className={`hz-skeleton ${styles.label}`} />}
          <span
            className={`hz-skeleton ${styles.bone}`}
            style={{
              width: widthOf(kind, i, lines),
              height: kind === 'block' ? lengthOf(node.props.height) : undefined,
            }}
          />
        </span>
      ))}
    </div>
  );
}
