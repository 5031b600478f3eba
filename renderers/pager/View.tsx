import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { PAGE_SIZES } from '../../src/contract/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { formatNumber, numberOf, textOf } from '../../src/values/index.ts';
import { Select } from '../../src/ui/inputs/index.ts';
import { chrome, IconButton } from '../../src/ui/parts/index.ts';
import { listOf } from '../../src/runtime/models/index.ts';
import { useNarrow } from '../../src/ui/hooks/index.ts';
import type { PagerProps } from './index.ts';
import styles from './View.module.css';

/** 共 128 条; beyond the counted part 共 1,000+ 条. */
export const totalText = (total: number, estimate: boolean): string =>
  `共 ${formatNumber(total)}${estimate ? '+' : ''} 条`;
/** Number of pages; null while it is unknown, since the total is only an estimate. */
export const pagesOf = ({ total, size, totalIsEstimate }: Counted): number | null =>
  totalIsEstimate ? null : Math.max(1, Math.ceil(total / Math.max(1, size)));
/** With fewer pages than this the arrows are as quick as typing a number. */
const JUMP_FROM = 5;
type Node = WidgetViewProps<PagerProps>['node'];
type Counted = { total: number; size: number; totalIsEstimate: boolean };

/** There is a next page: by the count, or while the page is full and the count is an estimate. */
export function hasNext(list: Counted & { current: number; records: readonly unknown[] }): boolean {
  const pages = pagesOf(list);
  return pages === null ? list.records.length >= list.size : list.current < pages;
}

/** What is paged: a bound list, or numbers stored by the page, which is notified. */
interface Turned extends Counted {
  current: number;
  records: readonly unknown[];
  setPage(page: number): void;
  setSize(size: number): void;
}
/** The least a page holds when the page says nothing sensible. */
const SIZE = PAGE_SIZES[0];
/** Null while the total is not known. */
function ofProps(node: Node): Turned | null {
  const { total, current, size } = node.props;
  if (typeof total !== 'number' || !Number.isFinite(total)) return null;
  const each = Math.max(1, Math.trunc(numberOf(size, SIZE)));
  const emitPage = (page: number, length: number) =>
    void node.emit('change', { current: page, size: length });
  return {
    total,
    totalIsEstimate: false,
    size: each,
    current: Math.max(1, Math.trunc(numberOf(current, 1))),
    records: [],
    setPage: (page) => emitPage(page, each),
    setSize: (length) => emitPage(1, length),
  };
}

function Jump({ list, pages }: { list: Turned; pages: number | null }) {
  const [text, setText] = useState('');
  const go = (event: FormEvent) => {
    event.preventDefault();
    const page = Number(text);
    setText('');
    if (Number.isInteger(page) && page >= 1)
      list.setPage(pages === null ? page : Math.min(page, pages));
  };
  return (
    <form className={styles.jump} onSubmit={go}>
      到第{' '}
      <input
        className={`${chrome.input} ${styles.page}`}
        inputMode="numeric"
        aria-label="页码"
        maxLength={6}
        value={text}
        onChange={(event) => setText(event.target.value.replace(/\D/g, ''))}
      />{' '}
      页
    </form>
  );
}

/** The page sizes a person may choose from. */
function offered(given: unknown): readonly number[] {
  const sizes = Array.isArray(given)
    ? given.filter((each): each is number => Number.isInteger(each) && each > 0)
    : [];
  return sizes.length > 0 ? sizes : PAGE_SIZES;
}

/** The page navigation; a grouped list has none, as its groups open in place. */
const Turning = observer(function Turning({
  node,
  list,
  narrow,
}: {
  node: Node;
  list: Turned;
  narrow: boolean;
}) {
  const { current, size } = list;
  const pages = pagesOf(list);
  const sizes = [...new Set([...offered(node.props.sizeOptions), size])]
    .sort((a, b) => a - b)
    .map((each) => ({ value: String(each), label: `${each} 条/页` }));
  return (
    <>
      <span className={styles.turn}>
        <IconButton
          label="上一页"
          icon="left"
          disabled={current <= 1}
          onClick={() => list.setPage(current - 1)}
        />
        <span aria-current="page" className={styles.now}>
          {current}
          {pages !== null && <span className={styles.of}> / {formatNumber(pages)}</span>}
        </span>
        <IconButton
          label="下一页"
          icon="right"
          disabled={!hasNext(list)}
          onClick={() => list.setPage(current + 1)}
        />
      </span>
      {node.props.sizes !== false && !narrow && (
        <Select
          label="每页条数"
          look="fit"
          value={String(size)}
          options={sizes}
          onChange={(value) => list.setSize(Number(value))}
        />
      )}
      {node.props.jump !== false && !narrow && (pages === null || pages >= JUMP_FROM) && (
        <Jump list={list} pages={pages} />
      )}
    </>
  );
});

/** Total, page size, and the way through the pages. */
export default function PagerView({ node }: WidgetViewProps<PagerProps>) {
  const list = listOf(node.bound);
  const narrow = useNarrow();
  const waiting =
    list !== null && (list.status === 'idle' || (list.total === 0 && list.status !== 'ready'));
  const turned = list ?? ofProps(node);
  if (!turned || waiting) return <div className={styles.pager} />;
  return (
    <nav aria-label={textOf(node.props.label) || '分页'} className={styles.pager}>
      <span className={styles.total}>{totalText(turned.total, turned.totalIsEstimate)}</span>
      {(list?.groupBy.length ?? 0) === 0 && <Turning node={node} list={turned} narrow={narrow} />}
    </nav>
  );
}
