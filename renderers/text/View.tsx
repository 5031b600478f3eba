import type { WidgetViewProps } from '../../engine/kit/index.ts';
import { choiceOf, textOf } from '../../engine/parts/index.ts';
import type { TextProps } from './index.ts';
import styles from './View.module.css';

const KINDS = ['display', 'title', 'heading', 'body', 'secondary', 'caption', 'label'] as const;
const TAGS = ['span', 'p', 'h1', 'h2', 'h3', 'label', 'strong'] as const;
const BLOCKS: readonly string[] = ['display', 'title', 'heading'];

/** A piece of text. Long words break rather than push the page wide. */
export default function TextView({ node }: WidgetViewProps<TextProps>) {
  const { as, strong, tone, ellipsis, align, number } = node.props;
  const kind = choiceOf(node.props.kind, KINDS, 'body');
  const text = textOf(node.props.text);
  const Tag = choiceOf(as, TAGS, BLOCKS.includes(kind) ? 'p' : 'span');
  const look = [styles.text, styles[kind], strong && styles.strong, tone && styles[`tone-${tone}`], ellipsis && styles.ellipsis, number && styles.number, align && align !== 'start' && styles[align]];
  return <Tag className={look.filter(Boolean).join(' ')} title={ellipsis ? text : undefined}>{text}</Tag>;
}
