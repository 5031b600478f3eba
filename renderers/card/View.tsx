import { observer } from 'mobx-react-lite';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { isFlag, useRemembered } from '../../src/view/index.ts';
import { numberOf, textOf } from '../../src/values/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import type { CardProps } from './index.ts';
import styles from './View.module.css';

/** A click on a button or link inside the card is that part's own. */
const ofAPart = (event: MouseEvent): boolean => {
  const part =
    event.target instanceof Element &&
    event.target.closest('button, a, input, [role="button"], [role="link"], [role="menuitem"]');
  return !!part && part !== event.currentTarget;
};

/**
 * Title line and content; a collapsed card keeps its content, so that nothing typed in it is lost.
 */
const Content = observer(function Content({ node }: { node: NodeHandle<CardProps> }) {
  const { collapsible, collapsed, loading } = node.props;
  const title = textOf(node.props.title);
  const [folded, setFolded] = useRemembered(
    node,
    collapsible ? 'folded' : '',
    collapsed === true,
    isFlag,
  );
  const closed = collapsible === true && title !== '' && folded;
  const body = loading ? (
    <div role="status" aria-label="加载中" className={styles.waiting}>
      {[90, 70, 80].map((width) => (
        <span key={width} className="hz-skeleton" style={{ width: `${width}%` }} />
      ))}
    </div>
  ) : (
    node.slot('default')
  );
  if (!title && !node.hasSlot('extra')) return body;
  const words =
    collapsible && title ? (
      <button
        type="button"
        className={styles.fold}
        aria-expanded={!closed}
        aria-controls={node.domId('body')}
        onClick={() => setFolded(!folded)}
      >
        <Icon name="right" className={`${styles.turn} ${closed ? '' : styles.turned}`} />
        {title}
      </button>
    ) : (
      title
    );
  return (
    <>
      <div className={styles.head}>
        <h3 className={styles.title}>{words}</h3>
        {node.slot('extra')}
      </div>
      <div id={node.domId('body')} hidden={closed} className={styles.body}>
        {body}
      </div>
    </>
  );
});

/** A white card; a link or button as a whole when it handles clicks. */
export default function CardView({ node }: WidgetViewProps<CardProps>) {
  const { padding, gap, selected, fill, role, label } = node.props;
  const clickable = node.handles('click') && !node.state.disabled;
  const look = [
    styles.card,
    clickable && styles.clickable,
    selected && styles.selected,
    fill && styles.fill,
  ]
    .filter(Boolean)
    .join(' ');
  const run = () => {
    if (!node.busy) void node.emit('click');
  };
  const acts = clickable && {
    role: role === 'button' ? 'button' : 'link',
    tabIndex: 0,
    'aria-label': textOf(label) || undefined,
    onClick: (event: MouseEvent) => {
      if (!ofAPart(event)) run();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (
        event.target !== event.currentTarget ||
        (event.key !== 'Enter' && !(event.key === ' ' && role === 'button'))
      )
        return;
      event.preventDefault();
      run();
    },
  };
  return (
    <div
      className={look}
      style={{ padding: numberOf(padding, 16), gap: numberOf(gap, 12) }}
      {...acts}
    >
      <Content node={node} />
    </div>
  );
}
