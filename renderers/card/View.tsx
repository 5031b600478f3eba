import type { KeyboardEvent, MouseEvent } from 'react';
import type { WidgetViewProps } from '../../engine/kit/index.ts';
import { numberOf, textOf } from '../../engine/parts/index.ts';
import type { CardProps } from './index.ts';
import styles from './View.module.css';

/** A click on a button or link inside the card is that part's own. */
const ofAPart = (event: MouseEvent): boolean => {
  const part = event.target instanceof Element && event.target.closest('button, a, input, [role="button"], [role="link"], [role="menuitem"]');
  return !!part && part !== event.currentTarget;
};

/** A white card; a link or button as a whole when it handles clicks. */
export default function CardView({ node }: WidgetViewProps<CardProps>) {
  const { padding, gap, selected, fill, role, label } = node.props;
  const clickable = node.handles('click') && !node.state.disabled;
  const look = [styles.card, clickable && styles.clickable, selected && styles.selected, fill && styles.fill].filter(Boolean).join(' ');
  const run = () => { if (!node.busy) void node.emit('click'); };
  const acts = clickable && {
    role: role === 'button' ? 'button' : 'link', tabIndex: 0, 'aria-label': textOf(label) || undefined,
    onClick: (event: MouseEvent) => { if (!ofAPart(event)) run(); },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.target !== event.currentTarget || (event.key !== 'Enter' && !(event.key === ' ' && role === 'button'))) return;
      event.preventDefault();
      run();
    },
  };
  return <div className={look} style={{ padding: numberOf(padding, 16), gap: numberOf(gap, 12) }} {...acts}>{node.slot('default')}</div>;
}
