import type { MouseEvent } from 'react';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { opensInSameTab } from '../../src/ui/parts/index.ts';
import { textOf } from '../../src/values/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import type { LinkProps } from './index.ts';
import styles from './View.module.css';

type LinkNode = WidgetViewProps<LinkProps>['node'];

/** Addresses that may leave the product; anything else (javascript:, data:) is no link. */
const OUTSIDE = /^(https?:\/\/|mailto:|tel:)/i;
const inside = (path: string): boolean => path.startsWith('/') && !path.startsWith('//');

/** The href to draw; undefined for one that is neither a path nor a permitted address. */
function addressOf({ ports }: LinkNode, to: string, href: string): string | undefined {
  if (inside(to)) return ports.href?.(to) ?? to;
  return OUTSIDE.test(href) ? href : undefined;
}

/**
 * A link inside the entry (the shell stays) or to the outside; with a click event it does what the
 * page says.
 */
export default function LinkView({ node }: WidgetViewProps<LinkProps>) {
  const { kind, newWindow } = node.props;
  const text = textOf(node.props.text);
  const to = textOf(node.props.to);
  const href = textOf(node.props.href);
  const icon = textOf(node.props.icon);
  const name = textOf(node.props.label) || undefined;
  const handled = node.handles('click');
  const look = `${styles.link} ${styles[kind ?? 'plain'] ?? ''}`;
  const content = (
    <>
      {icon && <Icon name={icon} className={styles.icon} />}
      <span className="hz-ellipsis">{text}</span>
    </>
  );
  const address = addressOf(node, to, href);
  const click = (event: MouseEvent) => {
    // Opening in a new tab with the keyboard's help stays the browser's business.
    if (!handled && (!opensInSameTab(event) || newWindow || !inside(to))) return;
    event.preventDefault();
    if (handled) {
      if (!node.busy) void node.emit('click');
    } else node.ports.navigate(to);
  };
  if (node.state.disabled || (!address && !handled))
    return <span className={`${look} ${styles.off}`}>{content}</span>;
  if (!address)
    return (
      <button type="button" aria-label={name} className={look} onClick={click}>
        {content}
      </button>
    );
  // A quiet link is a way back or on, which paper does not have.
  const paper = kind === 'quiet' ? { 'data-noprint': '' } : {};
  const outside =
    newWindow || OUTSIDE.test(address) ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <a aria-label={name} className={look} href={address} {...outside} {...paper} onClick={click}>
      {content}
    </a>
  );
}
