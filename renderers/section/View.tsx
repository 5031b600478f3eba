import { useEffect, useState } from 'react';
import type { CSSProperties } from 'react';
import { useOnPaper } from '../../src/ui/hooks/index.ts';
import { useRevealPendingFocus, useSlotStates } from '../../src/view/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { numberOf, textOf } from '../../src/values/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import type { SectionProps } from './index.ts';
import styles from './View.module.css';

/**
 * Whether it is shown by what is wrong in it: from the first fault on, so that it does not go while
 * someone types.
 */
function useFaulty(node: NodeHandle<SectionProps>, asked: boolean): boolean {
  const [seen, setSeen] = useState(false);
  const faults = useSlotStates(node, asked).get('body')?.faults ?? 0;
  useEffect(() => {
    if (faults > 0) setSeen(true);
  }, [faults]);
  return !asked || seen || faults > 0;
}

interface ToggleProps {
  title: string;
  open: boolean;
  /** Id of what it opens. */
  body: string;
  turn(): void;
}
const Toggle = ({ title, open, body, turn }: ToggleProps) => (
  <button
    type="button"
    data-printed
    className={styles.toggle}
    aria-expanded={open}
    aria-controls={open ? body : undefined}
    onClick={turn}
  >
    <Icon name="right" className={`${styles.turn} ${open ? styles.turned : ''}`} />
    {title}
  </button>
);

/**
 * A titled group of fields in columns. The browser leaves out what is off the screen
 * (content-visibility): that line makes a keystroke in a form of a thousand fields three times
 * cheaper.
 */
export default function SectionView({ node }: WidgetViewProps<SectionProps>) {
  const { columns, collapsible, collapsed, onlyFaulty } = node.props;
  const [unfolded, setOpen] = useState(collapsed !== true);
  const printed = useOnPaper();
  const faulty = useFaulty(node, onlyFaulty === true);
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
      <Toggle title={title} open={open} body={body} turn={() => setOpen(!unfolded)} />
    ) : (
      title
    );
  const sizes = {
    '--columns': numberOf(columns, 2),
    '--fields': open || !collapsible ? node.slotSize('body') : 0,
  } as CSSProperties;
  // A title over nothing: all that it heads is hidden by conditions.
  if (!faulty || !node.shows('body')) return null;
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
