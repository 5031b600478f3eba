import { useLayoutEffect, useRef, useState } from 'react';
import type { CSSProperties } from 'react';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { RichTextView as RichText } from '../../src/ui/display/index.ts';
import { richLine, numberOf, textOf } from '../../src/values/index.ts';
import { chrome, valueOf } from '../../src/ui/parts/index.ts';
import type { RichTextProps } from './index.ts';
import styles from './View.module.css';

/** A formatted text for reading; a long one shows its first lines. */
export default function RichTextView({ node }: WidgetViewProps<RichTextProps>) {
  const { value, lines, empty } = node.props;
  const shown = value ?? valueOf(node.bound)?.value;
  const most = numberOf(lines, 0);
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [long, setLong] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (element && !open) setLong(element.scrollHeight > element.clientHeight + 1);
  }, [shown, most, open]);
  if (!richLine(shown).trim())
    return textOf(empty) ? <p className={styles.empty}>{textOf(empty)}</p> : null;
  return (
    <div className={styles.frame}>
      <div
        ref={box}
        id={node.domId('text')}
        className={most > 0 && !open ? styles.cut : undefined}
        style={{ '--lines': most } as CSSProperties}
      >
        <RichText value={shown} />
      </div>
      {most > 0 && (long || open) && (
        <button
          type="button"
          className={`${chrome.link} ${styles.more}`}
          aria-expanded={open}
          aria-controls={node.domId('text')}
          onClick={() => setOpen(!open)}
        >
          {open ? '收起' : '展开全部'}
        </button>
      )}
    </div>
  );
}
