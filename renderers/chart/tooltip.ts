import { numberIn } from './data.ts';
import type { Drawn, Look } from './look.ts';
import styles from './View.module.css';

interface Hit {
  seriesName?: string;
  name?: string;
  value?: unknown;
  color?: unknown;
  percent?: number;
  seriesType?: string;
}

const element = (tag: string, className: string | undefined, text = ''): HTMLElement =>
  Object.assign(document.createElement(tag), { className: className ?? '', textContent: text });
function line(color: unknown, name: string, value: string): HTMLElement {
  const row = element('div', styles.tipLine);
  const dot = element('i', styles.tipDot);
  if (typeof color === 'string') dot.style.background = color;
  row.append(dot, element('span', styles.tipName, name), element('b', styles.tipValue, value));
  return row;
}

/** What the pointer says, made of elements and texts: names out of data never become HTML. */
export const tooltipOf =
  (drawn: Drawn, look: Look) =>
  (given: unknown): HTMLElement => {
    const hits = (Array.isArray(given) ? given : [given]) as Hit[];
    const box = element('div', styles.tip);
    const say = (value: unknown): string => {
      const number = numberIn(value);
      return number === null ? '—' : look.say(number);
    };
    const [first] = hits;
    if (look.kind === 'scatter') {
      const [x, y, size, name] = (first?.value ?? []) as unknown[];
      box.append(
        element('div', styles.tipHead, String(name ?? '') || String(first?.seriesName ?? '')),
        line(first?.color, drawn.axis, say(x)),
        line(first?.color, drawn.heading, say(y)),
      );
      if (numberIn(size) !== null) box.append(line(first?.color, '大小', say(size)));
    } else if (look.kind === 'radar') {
      box.append(element('div', styles.tipHead, String(first?.name ?? '')));
      ((first?.value ?? []) as unknown[]).forEach((value, at) =>
        box.append(line(first?.color, drawn.table.categories[at] ?? '', say(value))),
      );
    } else if (look.kind === 'pie' || look.kind === 'ring' || look.kind === 'funnel') {
      box.append(
        line(
          first?.color,
          String(first?.name ?? ''),
          `${say(first?.value)}${first?.percent === undefined ? '' : `（${first.percent}%）`}`,
        ),
      );
    } else {
      box.append(
        element('div', styles.tipHead, String(first?.name ?? '')),
        ...hits.map((hit) => line(hit.color, String(hit.seriesName ?? ''), say(hit.value))),
      );
    }
    return box;
  };
