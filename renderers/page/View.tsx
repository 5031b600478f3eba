import type { CSSProperties } from 'react';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { lengthOf, numberOf, textOf } from '../../src/values/index.ts';
import type { PageProps } from './index.ts';
import styles from './View.module.css';

const sizesOf = ({ gap, maxWidth }: PageProps, padding: number): CSSProperties =>
  ({
    '--hz-page-pad': `${padding}px`,
    gap: numberOf(gap, 16),
    maxWidth: lengthOf(maxWidth),
  }) as CSSProperties;

/** The background of a screen: light grey, with white panels. */
export default function PageView({ node }: WidgetViewProps<PageProps>) {
  const title = textOf(node.props.title);
  const padding = numberOf(node.props.padding, 24);
  return (
    <div className={`${styles.page} ${node.props.fill ? styles.fill : ''}`}>
      <div
        className={`${styles.inner} ${padding > 0 ? styles.padded : ''}`}
        style={sizesOf(node.props, padding)}
      >
        {(title || node.hasSlot('extra')) && (
          <header className={styles.head}>
            <h1 className={styles.title}>{title}</h1>
            {node.slot('extra')}
          </header>
        )}
        {node.slot('default')}
      </div>
    </div>
  );
}
