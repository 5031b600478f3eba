import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { asDescribe, listOf } from '../../src/runtime/models/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import {
  formatNumber,
  choiceOf,
  failureText,
  isRecord,
  lengthOf,
  numberOf,
  textOf,
} from '../../src/values/index.ts';
import { EmptyState, FailureCard } from '../../src/ui/display/index.ts';
import { IconButton, contentOf, pictureOf, saveFile } from '../../src/ui/parts/index.ts';
import { useNarrow } from '../../src/ui/hooks/index.ts';
import { DataTable } from './DataTable.tsx';
import {
  measuresOf,
  pointsOf,
  tableOf,
  tableOfEntries,
  type ChartQuery,
  type LabelSources,
} from './data.ts';
import type { ChartProps } from './index.ts';
import type { ChartContent, ChartKind, ChartStyle } from './look.ts';
import { optionOf } from './option.ts';
import { paletteBook } from './palettes.ts';
import { entriesOf, questionOf } from './question.ts';
import { themeNow, useTheme } from './theme.ts';
import { useChart } from './use-chart.ts';
import { useGroups, type ListGroups } from './use-groups.ts';
import styles from './View.module.css';

const KINDS = [
  'bar',
  'line',
  'area',
  'pie',
  'ring',
  'scatter',
  'funnel',
  'gauge',
  'radar',
] as const;
const NAMES: Record<ChartKind, string> = {
  bar: '柱形图',
  line: '折线图',
  area: '面积图',
  pie: '饼图',
  ring: '环图',
  scatter: '散点图',
  funnel: '漏斗图',
  gauge: '仪表图',
  radar: '雷达图',
};
const AGGREGATES = ['sum', 'avg', 'min', 'max', 'count'] as const;
const LEGENDS = ['auto', 'bottom', 'top', 'right', 'none'] as const;
const isStill = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;

const NO_ROWS: readonly unknown[] = [];
/** What is drawn, and how its coming goes. */
interface Drawn {
  readonly drawn: ChartContent;
  readonly content: ReturnType<typeof contentOf>;
  readonly groups: ListGroups | null;
}

/** What the page asks to be drawn. */
function useQuery(node: NodeHandle<ChartProps>, known: LabelSources): ChartQuery {
  const { dimension, measures, series, aggregate, sort, limit } = node.props;
  return useMemo(
    () => ({
      dimension: textOf(dimension),
      measures: measuresOf(measures, known),
      series: textOf(series),
      aggregate: choiceOf(aggregate, AGGREGATES, 'sum'),
      sort: choiceOf(sort, ['none', 'asc', 'desc'], 'none'),
      limit: numberOf(limit, 0),
    }),
    [known, dimension, measures, series, aggregate, sort, limit],
  );
}

/**
 * The rows of the page put into the shape that is drawn; of a list, the groups of all its records,
 * which the server answers.
 */
function useDrawn(node: NodeHandle<ChartProps>): Drawn {
  const list = node.props.rows === undefined ? listOf(node.bound) : null;
  const describe = list ? asDescribe(list) : null;
  // What can be asked of a list is known with its object: until then nothing passes for all of it.
  const isWaiting = list !== null && describe === null;
  const isLoading = isWaiting || node.props.loading === true;
  const given = contentOf(node.bound, isWaiting ? NO_ROWS : node.props.rows, isLoading);
  const labels = list?.labels;
  const known = useMemo(() => ({ describe, labels: labels ?? {} }), [describe, labels]);
  const ask = useQuery(node, known);
  const isPoints = node.props.kind === 'scatter';
  const question = useMemo(
    () => (describe && !isPoints ? questionOf(ask, describe) : null),
    [ask, describe, isPoints],
  );
  const groups = useGroups(node, list, question);
  const drawn = useMemo(() => {
    const table =
      groups && question
        ? tableOfEntries(entriesOf(groups.groups, question), ask, {
            describe,
            labels: groups.labels,
          })
        : tableOf(given.rows, ask, known);
    return {
      table,
      points: pointsOf(given.rows, ask, known),
      axis: table.heading,
      heading: ask.measures[0]?.label ?? '',
    };
  }, [given.rows, known, describe, ask, groups, question]);
  const { loading, failure, reload } = groups ?? given;
  return { drawn, groups, content: { rows: given.rows, loading, failure, reload } };
}

/** How many names a legend would list. */
function legendSize(kind: ChartKind, { table, points }: ChartContent): number {
  if (kind === 'pie' || kind === 'ring' || kind === 'funnel') return table.categories.length;
  return kind === 'scatter' ? points.length : table.series.length;
}

/** Where the legend is: by itself below and only for several names; a phone has no room beside. */
function legendOf(
  place: ChartProps['legend'],
  kind: ChartKind,
  drawn: ChartContent,
  narrow: boolean,
): ChartStyle['legend'] {
  const asked = choiceOf(place, LEGENDS, 'auto');
  if (asked === 'auto') return legendSize(kind, drawn) > 1 && kind !== 'funnel' ? 'bottom' : 'none';
  return asked === 'right' && narrow ? 'bottom' : asked;
}

const digitsOf = (precision: unknown): number | undefined =>
  typeof precision === 'number' && precision >= 0 && precision <= 10
    ? Math.floor(precision)
    : undefined;

function useLook(node: NodeHandle<ChartProps>, drawn: ChartContent): ChartStyle {
  const {
    kind: wanted,
    stacked,
    horizontal,
    smooth,
    showValues,
    legend: place,
    colors,
    unit,
    precision,
    max,
  } = node.props;
  const narrow = useNarrow();
  return useMemo(() => {
    const kind = choiceOf(wanted, KINDS, 'bar');
    const digits = digitsOf(precision);
    const suffix = textOf(unit) && ` ${textOf(unit)}`;
    const given = isRecord(colors)
      ? Object.fromEntries(Object.entries(colors).map(([name, color]) => [name, textOf(color)]))
      : {};
    return {
      kind,
      stacked: stacked === true,
      horizontal: horizontal === true && kind === 'bar',
      smooth: smooth === true,
      showValues: showValues === true,
      legend: legendOf(place, kind, drawn, narrow),
      max: typeof max === 'number' ? max : undefined,
      colors: given,
      say: (value: number) => `${formatNumber(value, digits)}${suffix}`,
      still: isStill(),
      narrow,
    };
  }, [
    wanted,
    stacked,
    horizontal,
    smooth,
    showValues,
    place,
    colors,
    unit,
    precision,
    max,
    narrow,
    drawn,
  ]);
}

/** Bars as they may come, grey. */
const Waiting = () => (
  <div role="status" aria-label="加载中" className={styles.waiting}>
    {[40, 65, 50, 85, 60, 75].map((height, at) => (
      <span key={at} className="hz-skeleton" style={{ height: `${height}%` }} />
    ))}
  </div>
);

/** Saves the drawn chart as an image; the page is notified, and shown why where it failed. */
async function savePicture(
  node: NodeHandle<ChartProps>,
  box: HTMLElement | null,
  name: string,
): Promise<void> {
  const svg = box?.querySelector('svg');
  if (!svg) return;
  try {
    const source = new XMLSerializer().serializeToString(svg);
    saveFile(
      await pictureOf(source, svg.clientWidth, svg.clientHeight, themeNow().ground),
      `${name}.png`,
    );
    await node.emit('picture', { name });
  } catch (failure) {
    node.ports.showFailure(failure);
  }
}

interface HeadProps {
  title: string;
  tools: ReactNode;
}
/** The title with the tools beside it; without a title they lie in the corner. */
function Head({ title, tools }: HeadProps) {
  if (!title) return tools && <div className={styles.corner}>{tools}</div>;
  return (
    <figcaption className={styles.head}>
      <span className={styles.title}>{title}</span>
      {tools}
    </figcaption>
  );
}

/** What is shown without numbers: they are loading, failed, or there are none. */
function NoData({ content, empty }: { content: ReturnType<typeof contentOf>; empty: string }) {
  if (content.loading) return <Waiting />;
  if (content.failure)
    return <FailureCard text={failureText(content.failure)} onRetry={content.reload} />;
  return <EmptyState title={empty || '暂无数据'} />;
}

/** A chart of a part of a list's records must not pass for one of all. */
function PartNote({ node, groups, rows }: NoteProps) {
  const list = node.props.rows === undefined ? listOf(node.bound) : null;
  const all = list && `${list.total}${list.totalIsEstimate ? '+' : ''}`;
  const why = groups
    ? groups.more && `分组太多，只含前 ${groups.groups.length} 组`
    : list && list.total > rows.length && `只含已加载的 ${rows.length} 条记录，共 ${all} 条`;
  return why ? (
    <p role="note" className={styles.note}>
      {why}
    </p>
  ) : null;
}
interface NoteProps {
  node: NodeHandle<ChartProps>;
  groups: ListGroups | null;
  rows: readonly unknown[];
}

const hasNumbers = ({ table, points }: ChartContent, kind: ChartKind): boolean =>
  kind === 'scatter'
    ? points.length > 0
    : table.series.some(({ values }) => values.some((value) => value !== null));

/** Numbers as a picture, with the same numbers as a table for those who do not see it. */
export default function ChartView({ node }: WidgetViewProps<ChartProps>) {
  const { drawn, content, groups } = useDrawn(node);
  const look = useLook(node, drawn);
  const theme = useTheme();
  const box = useRef<HTMLDivElement>(null);
  const [asTable, setAsTable] = useState(false);
  const hasData = hasNumbers(drawn, look.kind);
  const palettes = useMemo(() => paletteBook(node.ports), [node.ports]);
  const option = useMemo(
    () => (hasData ? optionOf(drawn, look, theme, palettes) : null),
    [drawn, look, hasData, theme, palettes],
  );
  const { failed } = useChart(box, option, (click) => void node.emit('select', click));
  const title = textOf(node.props.title);
  const name = title || NAMES[look.kind];
  const height = lengthOf(node.props.height) ?? '280px';
  const shown = asTable || failed;
  const tools = node.props.tools !== false && hasData && (
    <div className={styles.tools}>
      <IconButton
        label={shown ? '查看图形' : '查看数据'}
        icon={shown ? 'bar-chart' : 'unordered-list'}
        disabled={failed}
        onClick={() => setAsTable(!asTable)}
      />
      <IconButton
        label="下载图片"
        icon="download"
        disabled={shown}
        onClick={() => void savePicture(node, box.current, name)}
      />
    </div>
  );
  return (
    <figure className={styles.chart} aria-label={name}>
      <Head title={title} tools={tools} />
      <div className={styles.body} style={{ height }} aria-busy={content.loading || undefined}>
        {hasData ? (
          <>
            <div
              ref={box}
              role="img"
              aria-label={`${NAMES[look.kind]}，数据见后面的表格`}
              hidden={shown}
              className={styles.canvas}
            />
            <DataTable
              drawn={drawn}
              look={look}
              title={name}
              visible={shown}
              onSelect={
                node.handles('select')
                  ? (category, series, value) =>
                      void node.emit('select', { category, series, value })
                  : undefined
              }
            />
          </>
        ) : (
          <NoData content={content} empty={textOf(node.props.empty)} />
        )}
      </div>
      {hasData && <PartNote node={node} groups={groups} rows={content.rows} />}
    </figure>
  );
}
