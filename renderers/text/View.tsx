import type { WidgetViewProps } from '../../engine/kit/index.ts';
import { textOf } from '../../engine/parts/index.ts';
import type { TextProps } from './index.ts';
import styles from './View.module.css';

const BLOCKS = new Set(['display', 'title', 'heading']);

/** A piece of text. Long words break rather than push the page wide. */
export default function TextView({ node }: WidgetViewProps<TextProps>) {
  const { kind = 'body', as, strong, tone, ellipsis, align, number } = node.props;
  const text = textOf(node.props.text);
  const Tag = as ?? (BLOCKS.has(kind) ? 'p' : 'span');
  const look = [styles.text, styles[kind], strong && styles.strong, tone && styles[`tone-${tone}`], ellipsis && styles.ellipsis, number && styles.number, align && align !== 'start' && styles[align]];
  return <Tag className={look.filter(Boolean).join(' ')} title={ellipsis ? text : undefined}>{text}</Tag>;
}
