import { numberIn } from './data.ts';
import type { ChartContent, ChartStyle } from './look.ts';
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

interface Tip {
  hits: readonly Hit[];
  drawn: ChartContent;
  valueText(value: unknown): string;
}

function scatterTip({ hits: [first], drawn, valueText }: Tip): HTMLElement[] {
  const [x, y, size, name] = (first?.value ?? []) as unknown[];
  return [
    element('div', styles.tipHead, String(name ?? '') || String(first?.seriesName ?? '')),
    line(first?.color, drawn.axis, valueText(x)),
    line(first?.color, drawn.heading, valueText(y)),
    ...(numberIn(size) === null ? [] : [line(first?.color, '大小', valueText(size))]),
  ];
}

const radarTip = ({ hits: [first], drawn, valueText }: Tip): HTMLElement[] => [
  element('div', styles.tipHead, String(first?.name ?? '')),
  ...((first?.value ?? []) as unknown[]).map((value, at) =>
    line(first?.color, drawn.table.categories[at] ?? '', valueText(value)),
  ),
];

function shareTip({ hits: [first], valueText }: Tip): HTMLElement[] {
  const percent = first?.percent === undefined ? '' : `（${first.percent}%）`;
  return [line(first?.color, String(first?.name ?? ''), `${valueText(first?.value)}${percent}`)];
}

const seriesTip = ({ hits, valueText }: Tip): HTMLElement[] => [
  element('div', styles.tipHead, String(hits[0]?.name ?? '')),
  ...hits.map((hit) => line(hit.color, String(hit.seriesName ?? ''), valueText(hit.value))),
];

const TIPS: Partial<Record<ChartStyle['kind'], (tip: Tip) => HTMLElement[]>> = {
  scatter: scatterTip,
  radar: radarTip,
  pie: shareTip,
  ring: shareTip,
  funnel: shareTip,
};

/** The tooltip, made of elements and texts: names out of data never become HTML. */
export const tooltipOf =
  (drawn: ChartContent, look: ChartStyle) =>
  (given: unknown): HTMLElement => {
    const hits = (Array.isArray(given) ? given : [given]) as Hit[];
    const valueText = (value: unknown): string => {
      const number = numberIn(value);
      return number === null ? '—' : look.say(number);
    };
    const box = element('div', styles.tip);
    box.append(...(TIPS[look.kind] ?? seriesTip)({ hits, drawn, valueText }));
    return box;
  };
