import type { EChartsCoreOption } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useStable } from '../../src/ui/hooks/index.ts';
import type { Chart } from './echarts.ts';

export interface Click {
  category: string;
  series: string;
  value: unknown;
}
/** Parts of an option that are taken anew as a whole; the others are merged. */
const REPLACED = ['series', 'xAxis', 'yAxis', 'radar', 'legend', 'title', 'grid'];

/**
 * Keeps a chart in a box: fetched and made when the box has a size (a chart in a tab that is not
 * open costs nothing), resized with it, gone with it. `failed` when the chunk did not come: the
 * data then stand as a table.
 */
export function useChart(
  box: RefObject<HTMLDivElement | null>,
  option: EChartsCoreOption | null,
  onClick: (click: Click) => void,
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
