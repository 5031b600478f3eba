import type { ReactNode } from 'react';
import { isRichLink, richDocument, type RichMark, type RichNode } from '../../values/index.ts';
import styles from './rich-text.module.css';

const MARKS: Record<string, (inner: ReactNode, mark: RichMark) => ReactNode> = {
  bold: (inner) => <strong>{inner}</strong>,
  italic: (inner) => <em>{inner}</em>,
  underline: (inner) => <u>{inner}</u>,
  strike: (inner) => <s>{inner}</s>,
  code: (inner) => <code>{inner}</code>,
  link: (inner, { attrs }) =>
    isRichLink(attrs?.['href']) ? (
      <a
        href={attrs['href']}
        target="_blank"
        rel="noopener noreferrer"
        onClick={(event) => event.stopPropagation()}
      >
        {inner}
      </a>
    ) : (
      inner
    ),
};
const marked = ({ text, marks = [] }: RichNode): ReactNode =>
  marks.reduce<ReactNode>(
    (inner, mark) => (Object.hasOwn(MARKS, mark.type) ? MARKS[mark.type]!(inner, mark) : inner),
    text,
  );

/** Headings of a text rank below those of the page around it. */
const HEADINGS = ['h3', 'h4', 'h5'] as const;
const BLOCKS: Record<string, (inner: ReactNode, node: RichNode) => ReactNode> = {
  paragraph: (inner) => <p>{inner}</p>,
  bulletList: (inner) => <ul>{inner}</ul>,
  listItem: (inner) => <li>{inner}</li>,
  blockquote: (inner) => <blockquote>{inner}</blockquote>,
  orderedList: (inner, { attrs }) => (
    <ol start={typeof attrs?.['start'] === 'number' ? attrs['start'] : undefined}>{inner}</ol>
  ),
  codeBlock: (inner) => (
    <pre>
      <code>{inner}</code>
    </pre>
  ),
  hardBreak: () => <br />,
  horizontalRule: () => <hr />,
  heading: (inner, { attrs }) => {
    const Heading = HEADINGS[Number(attrs?.['level'] ?? 1) - 1] ?? 'h5';
    return <Heading>{inner}</Heading>;
  },
};
function Node({ node }: { node: RichNode }): ReactNode {
  if (node.type === 'text') return marked(node);
  const inner = node.content?.map((child, at) => <Node key={at} node={child} />);
  return Object.hasOwn(BLOCKS, node.type) ? BLOCKS[node.type]!(inner, node) : inner;
}

/**
 * A rich text for reading, as React elements: a stored document is data and never becomes HTML
 * text.
 */
export function RichTextView({ value }: { value: unknown }) {
  const document = richDocument(value);
  return (
    document && (
      <div className={styles.prose}>
        <Node node={document} />
      </div>
    )
  );
}
