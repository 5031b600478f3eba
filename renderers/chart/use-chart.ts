import type { EChartsCoreOption } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useStable } from '../../src/ui/hooks/index.ts';
import type { Chart } from './echarts.ts';

export interface ChartClick {
  category: string;
  series: string;
  value: unknown;
}
/** Parts of an option that are replaced as a whole; the others are merged. */
const REPLACED = ['series', 'xAxis', 'yAxis', 'radar', 'legend', 'title', 'grid'];

/**
 * Owns a chart in a box: loaded and created when the box has a size (a chart in a closed tab costs
 * nothing), resized with it, disposed with it. `failed` when the chunk did not load: the data are
 * then shown as a table.
 */
export function useChart(
  box: RefObject<HTMLDivElement | null>,
  option: EChartsCoreOption | null,
  onClick: (click: ChartClick) => void,
): { failed: boolean } {
  const chart = useRef<Chart | null>(null);
  const [failed, setFailed] = useState(false);
  const latest = useRef(option);
  latest.current = option;
  const click = useStable(onClick);
  const wanted = option !== null;
  useEffect(() => {
    const element = box.current;
    if (!element || !wanted || typeof ResizeObserver === 'undefined') return undefined;
    let gone = false;
    let asked = false;
    const make = async () => {
      try {
        const { makeChart } = await import('./echarts.ts');
        if (gone || !latest.current) return;
        const made = makeChart(element, {
          width: element.clientWidth,
          height: element.clientHeight,
        });
        made.on('click', (hit) =>
          click({
            category: String(hit.name ?? ''),
            series: String(hit.seriesName ?? ''),
            value: hit.value,
          }),
        );
        made.setOption(latest.current);
        chart.current = made;
        setFailed(false);
      } catch {
        if (!gone) setFailed(true);
      }
    };
    const watch = new ResizeObserver(() => {
      if (element.clientWidth === 0 || element.clientHeight === 0) return;
      if (chart.current)
        chart.current.resize({ width: element.clientWidth, height: element.clientHeight });
      else if (!asked) {
        asked = true;
        void make();
      }
    });
    watch.observe(element);
    return () => {
      gone = true;
      watch.disconnect();
      chart.current?.dispose();
      chart.current = null;
    };
  }, [box, wanted, click]);
  useEffect(() => {
    if (option) chart.current?.setOption(option, { replaceMerge: REPLACED });
  }, [option]);
  return { failed };
}
