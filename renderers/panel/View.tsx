import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { numberOf, textOf } from '../../src/values/index.ts';
import type { PanelProps } from './index.ts';
import styles from './View.module.css';

/** A white panel on the grey ground; a named region when it has a title. */
export default function PanelView({ node }: WidgetViewProps<PanelProps>) {
  const { padding, gap, fill, scroll, foot } = node.props;
  const title = textOf(node.props.title);
  const head = title || node.hasSlot('extra');
  const box = numberOf(padding, 16);
  return (
    <section
      className={[styles.panel, fill && styles.fill, foot && styles.foot].filter(Boolean).join(' ')}
      aria-labelledby={title ? node.domId('title') : undefined}
      data-foot={foot || undefined}
    >
      {head && (
        <header className={styles.head}>
          <h2 id={node.domId('title')} className={styles.title}>
            {title}
          </h2>
          {node.slot('extra')}
        </header>
      )}
      <div
        className={`${styles.body} ${scroll ? styles.scroll : ''}`}
        style={{ padding: box, paddingTop: head ? 0 : box, gap: numberOf(gap, 16) }}
      >
        {node.slot('default')}
      </div>
    </section>
  );
}
