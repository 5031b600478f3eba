import { isValidElement, useMemo } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { useStable } from '../../src/ui/hooks/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { CodeText } from '../../src/ui/display/index.ts';
import { opensInSameTab, valueOf } from '../../src/ui/parts/index.ts';
import { textOf } from '../../src/values/index.ts';
import type { MarkdownProps } from './index.ts';
import styles from './View.module.css';

/** Longest text that is drawn: a book's worth, and what a browser lays out at once. */
const MAX_TEXT = 200_000;
const PLUGINS = [remarkGfm];
const OUTSIDE = /^(https?:|mailto:|tel:)/i;
/** A path of this site: one slash, not two, which would be another host. */
const isOwnPath = (url: string): boolean => /^\/(?![/\\])/.test(url);

/**
 * Addresses allowed in a text: http(s), mail, telephone, our own paths, anchors in the text. Others
 * are removed.
 */
const safeUrl = (url: string, key: string): string => {
  if (key === 'src')
    return isOwnPath(url) || /^data:image\/(png|jpeg|gif|webp);/i.test(url) ? url : '';
  return OUTSIDE.test(url) || isOwnPath(url) || url.startsWith('#') ? url : '';
};
const wordsOf = (children: ReactNode): string =>
  Array.isArray(children)
    ? children.map(wordsOf).join('')
    : typeof children === 'string'
      ? children
      : '';

/**
 * How the parts of a text are drawn. Headings are one level below those of the page around them.
 */
function componentsFor(node: NodeHandle<MarkdownProps>, go: (path: string) => void): Components {
  return {
    h1: ({ children }) => <h2>{children}</h2>,
    h2: ({ children }) => <h3>{children}</h3>,
    h3: ({ children }) => <h4>{children}</h4>,
    h4: ({ children }) => <h5>{children}</h5>,
    h5: ({ children }) => <h6>{children}</h6>,
    a: ({ href, children }) => {
      if (!href) return <span>{children}</span>;
      if (!isOwnPath(href))
        return (
          <a
            href={href}
            {...(/^https?:/i.test(href) && { target: '_blank', rel: 'noopener noreferrer' })}
          >
            {children}
          </a>
        );
      return (
        <a
          href={node.ports.href?.(href) ?? href}
          onClick={(event: MouseEvent) => {
            if (opensInSameTab(event)) {
              event.preventDefault();
              go(href);
            }
          }}
        >
          {children}
        </a>
      );
    },
    img: ({ src, alt }) =>
      src ? (
        <img src={src} alt={alt ?? ''} loading="lazy" />
      ) : (
        <span className={styles.blocked}>{alt ? `图片：${alt}` : '图片'}（外部图片不显示）</span>
      ),
    pre: ({ children }) => {
      const { className = '', children: code } = isValidElement<{
        className?: string;
        children?: ReactNode;
      }>(children)
        ? children.props
        : {};
      return (
        <div className={styles.code}>
          <CodeText
            code={wordsOf(code)}
            language={/language-([\w-]+)/.exec(className)?.[1] ?? ''}
          />
        </div>
      );
    },
    table: ({ children }) => (
      <div className={styles.wide} role="group" tabIndex={0} aria-label="表格">
        <table>{children}</table>
      </div>
    ),
    input: ({ checked }) => (
      <input
        type="checkbox"
        checked={checked === true}
        readOnly
        disabled
        aria-label={checked ? '已完成' : '未完成'}
      />
    ),
  };
}

/** The text's elements: made again when the text changes, not whenever the view is drawn. */
function useDrawn(node: NodeHandle<MarkdownProps>, text: string) {
  const go = useStable((path: string) => node.ports.navigate(path));
  const components = useMemo(() => componentsFor(node, go), [node, go]);
  return useMemo(
    () => (
      <Markdown remarkPlugins={PLUGINS} components={components} urlTransform={safeUrl}>
        {text}
      </Markdown>
    ),
    [text, components],
  );
}

/**
 * Text with Markdown's marks, drawn as React elements: HTML in it stays text, addresses are
 * checked.
 */
export default function MarkdownView({ node }: WidgetViewProps<MarkdownProps>) {
  const text = textOf(node.props.text ?? valueOf(node.bound)?.value).slice(0, MAX_TEXT);
  const drawn = useDrawn(node, text);
  const empty = textOf(node.props.empty);
  if (!text.trim()) return empty ? <p className={styles.empty}>{empty}</p> : null;
  return (
    <div className={`${styles.prose} ${node.props.size === 'small' ? styles.small : ''}`}>
      {drawn}
    </div>
  );
}
