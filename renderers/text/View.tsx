import type { CSSProperties, MouseEvent } from 'react';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { CopyButton } from '../../src/ui/parts/index.ts';
import { choiceOf, numberOf, textOf } from '../../src/values/index.ts';
import { absoluteUrl } from '../../src/runtime/ports/index.ts';
import type { TextProps } from './index.ts';
import styles from './View.module.css';

const KINDS = ['display', 'title', 'heading', 'body', 'secondary', 'caption', 'label'] as const;
const TAGS = ['span', 'p', 'h1', 'h2', 'h3', 'label', 'strong'] as const;
const BLOCKS: readonly string[] = ['display', 'title', 'heading'];

/** A text that is cut off says the whole to the pointer; asked only when the pointer is there. */
function titleCut({ currentTarget: element }: MouseEvent<HTMLElement>) {
  element.title =
    element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight
      ? (element.textContent ?? '')
      : '';
}

/** A piece of text. Long words break rather than push the page wide. */
export default function TextView({ node }: WidgetViewProps<TextProps>) {
  const { as, strong, tone, ellipsis, align, number, copyable, address } = node.props;
  const lines = Math.round(numberOf(node.props.lines, 0));
  const cut = ellipsis === true || lines > 0;
  const kind = choiceOf(node.props.kind, KINDS, 'body');
  const text = address === true ? absoluteUrl(textOf(node.props.text)) : textOf(node.props.text);
  const Tag = choiceOf(as, TAGS, BLOCKS.includes(kind) ? 'p' : 'span');
  const look = [
    styles.text,
    styles[kind],
    strong && styles.strong,
    tone && styles[`tone-${tone}`],
    lines > 0 ? styles.lines : ellipsis && styles.ellipsis,
    number && styles.number,
    align && align !== 'start' && styles[align],
  ];
  const drawn = (
    <Tag
      className={look.filter(Boolean).join(' ')}
      style={lines > 0 ? ({ WebkitLineClamp: lines } as CSSProperties) : undefined}
      onMouseEnter={cut ? titleCut : undefined}
    >
      {text}
    </Tag>
  );
  if (!copyable || !text) return drawn;
  return (
    <span className={styles.copied}>
      {drawn}
      <CopyButton
        text={text}
        label={`复制 ${text.slice(0, 20)}`}
        onRefused={() => node.ports.toast('warning', '浏览器不允许复制，请手动选择')}
      />
    </span>
  );
}
