import type { CSSProperties } from 'react';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { lengthOf, numberOf, textOf } from '../../src/values/index.ts';
import type { PageProps } from './index.ts';
import styles from './View.module.css';

/** The background of a screen: light grey, with white panels. */
export default function PageView({ node }: WidgetViewProps<PageProps>) {
  const { padding, gap, fill, maxWidth } = node.props;
  const title = textOf(node.props.title);
  const inner = {
    '--hz-page-pad': `${numberOf(padding, 24)}px`,
    gap: numberOf(gap, 16),
    maxWidth: lengthOf(maxWidth),
  } as CSSProperties;
  return (
    <div className={`${styles.page} ${fill ? styles.fill : ''}`}>
      <div
        className={`${styles.inner} ${numberOf(padding, 24) > 0 ? styles.padded : ''}`}
        style={inner}
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
