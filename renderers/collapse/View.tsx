import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { Hideable, useStable, arrowTarget } from '../../src/ui/hooks/index.ts';
import { useRevealPendingFocus, isTexts, useRemembered } from '../../src/view/index.ts';
import type { WidgetViewProps, NodeHandle } from '../../src/view/kit/index.ts';
import { recordsOf, rowsOf, textOf } from '../../src/values/index.ts';
import { valueOf } from '../../src/ui/parts/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import type { CollapseProps } from './index.ts';
import styles from './View.module.css';

interface Section {
  key: string;
  title: string;
  description: string;
  extra: string;
  disabled: boolean;
}
const sectionsOf = (items: unknown): Section[] =>
  recordsOf(items).map((item) => ({
    key: textOf(item['key']),
    title: textOf(item['title']) || textOf(item['key']),
    description: textOf(item['description']),
    extra: textOf(item['extra']),
    disabled: item['disabled'] === true,
  }));
const textsOf = (value: unknown): string[] => rowsOf(value).map(textOf).filter(Boolean);

/** Which sections are open: what the bound value says, else the person's own choice. */
function useOpen(
  node: NodeHandle<CollapseProps>,
  sections: readonly Section[],
): [readonly string[], (key: string, on: boolean) => void] {
  const { accordion, remember, open } = node.props;
  const bound = valueOf(node.bound);
  const first =
    open === undefined || open === null
      ? sections.slice(0, 1).map(({ key }) => key)
      : textsOf(open);
  const [own, setOwn] = useRemembered(node, remember ? 'open' : '', first, isTexts);
  const wanted = bound
    ? Array.isArray(bound.value)
      ? textsOf(bound.value)
      : [textOf(bound.value)]
    : own;
  const known = sections.filter(({ key }) => wanted.includes(key)).map(({ key }) => key);
  const keys = accordion ? known.slice(0, 1) : known;
  const turn = useStable((key: string, on: boolean) => {
    if (keys.includes(key) === on) return;
    const next = !on ? keys.filter((each) => each !== key) : accordion ? [key] : [...keys, key];
    if (bound) bound.set(next);
    else setOwn(next);
    void node.emit('change', { key, open: on, keys: next });
  });
  return [keys, turn];
}

/**
 * Sections below each other, each behind its heading. What was open once stays mounted, so that
 * nothing typed is lost.
 */
export default function CollapseView({ node }: WidgetViewProps<CollapseProps>) {
  const sections = sectionsOf(node.props.items);
  const [open, turn] = useOpen(node, sections);
  const seen = useRef(new Set<string>());
  open.forEach((key) => seen.current.add(key));
  const wanted = useRevealPendingFocus(node);
  useEffect(() => wanted.forEach((key) => turn(key, true)), [wanted, turn]);
  const root = useRef<HTMLDivElement>(null);
  const keys = (event: KeyboardEvent) => {
    if (!(event.target instanceof Element) || !event.target.matches('[data-head]')) return;
    const target = arrowTarget(event, root.current, '[data-head]:not(:disabled)');
    if (target) {
      event.preventDefault();
      target.focus();
    }
  };
  return (
    <div
      ref={root}
      role="group"
      aria-label={textOf(node.props.label) || '折叠面板'}
      className={`${styles.collapse} ${node.props.variant === 'plain' ? styles.plain : ''}`}
      onKeyDown={keys}
    >
      {sections.map(({ key, title, description, extra, disabled }) => {
        const isOpen = open.includes(key);
        return (
          <section key={key} className={styles.section} aria-labelledby={node.domId(`head-${key}`)}>
            <h3 className={styles.heading}>
              <button
                type="button"
                data-head
                id={node.domId(`head-${key}`)}
                className={styles.head}
                disabled={disabled}
                aria-expanded={isOpen}
                aria-controls={node.domId(`body-${key}`)}
                onClick={() => turn(key, !isOpen)}
              >
                <Icon name="right" className={`${styles.turn} ${isOpen ? styles.turned : ''}`} />
                <span className={styles.words}>
                  <span className={styles.title}>{title}</span>
                  {description && <span className={styles.description}>{description}</span>}
                </span>
                {extra && <span className={styles.extra}>{extra}</span>}
              </button>
            </h3>
            <div id={node.domId(`body-${key}`)} className={styles.body} hidden={!isOpen}>
              {seen.current.has(key) && <Hideable hidden={!isOpen}>{node.slot(key)}</Hideable>}
            </div>
          </section>
        );
      })}
    </div>
  );
}
