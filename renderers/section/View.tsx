import { useEffect, useState } from 'react';
import type { CSSProperties } from 'react';
import { flushSync } from 'react-dom';
import { useRevealPendingFocus } from '../../src/view/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { numberOf, textOf } from '../../src/values/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import type { SectionProps } from './index.ts';
import styles from './View.module.css';

/** Open while the page is printed: paper cannot be unfolded. */
function useOpenOnPaper(): boolean {
  const [printed, setPrinted] = useState(false);
  useEffect(() => {
    // The browser captures the page after these.
    const before = () => flushSync(() => setPrinted(true));
    const after = () => setPrinted(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return printed;
}

/**
 * A titled group of fields in columns. The browser leaves out what is off the screen
 * (content-visibility): that line makes a keystroke in a form of a thousand fields three times
 * cheaper.
 */
export default function SectionView({ node }: WidgetViewProps<SectionProps>) {
  const { columns, collapsible, collapsed } = node.props;
  const [unfolded, setOpen] = useState(collapsed !== true);
  const printed = useOpenOnPaper();
  const wanted = useRevealPendingFocus(node);
  useEffect(() => {
    if (wanted.includes('body')) setOpen(true);
  }, [wanted]);
  const open = unfolded || printed;
  const title = textOf(node.props.title);
  const description = textOf(node.props.description);
  const body = node.domId('body');
  const heading =
    collapsible && title ? (
      <button
        type="button"
        data-printed
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={open ? body : undefined}
        onClick={() => setOpen(!unfolded)}
      >
        <Icon name="right" className={`${styles.turn} ${open ? styles.turned : ''}`} />
        {title}
      </button>
    ) : (
      title
    );
  const sizes = {
    '--columns': numberOf(columns, 2),
    '--fields': open || !collapsible ? node.slotSize('body') : 0,
  } as CSSProperties;
  // A title over nothing: all that it heads is hidden by conditions.
  if (!node.shows('body')) return null;
  return (
    <section
      className={styles.section}
      style={sizes}
      aria-labelledby={title ? node.domId('title') : undefined}
    >
      {title && (
        <h2 id={node.domId('title')} className={styles.title}>
          {heading}
        </h2>
      )}
      {description && open && <p className={styles.description}>{description}</p>}
      {(open || !collapsible) && (
        <div id={body} className={styles.body}>
          {node.slot('body')}
        </div>
      )}
    </section>
  );
}
