import { observer } from 'mobx-react-lite';
import { isSortable, SORT_MAX, type Sort } from '../../src/contract/index.ts';
import { asList, type ListModel } from '../../src/runtime/models/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { sortableFields, textOf } from '../../src/values/index.ts';
import { useRelatedFields } from '../../src/ui/conditions/index.ts';
import { Select } from '../../src/ui/inputs/index.ts';
import { IconButton, MoveButtons, PanelButton, chrome } from '../../src/ui/parts/index.ts';
import type { SortBuilderProps } from './index.ts';
import styles from './View.module.css';

type Ports = NodeHandle['ports'];
const PANEL_WIDTH = 420;
const DIRECTIONS = [
  { value: 'asc', label: '升序' },
  { value: 'desc', label: '降序' },
] as const;

/** The keys with two neighbours exchanged. */
export function swapped(sort: Sort, at: number, to: number): Sort {
  const next = [...sort];
  const [a, b] = [next[at], next[to]];
  if (a && b) {
    next[at] = b;
    next[to] = a;
  }
  return next;
}

/** Keys in the order they count; each change is asked for at once. */
const Editor = observer(function Editor({ list, ports }: { list: ListModel; ports: Ports }) {
  const { sort } = list;
  const related = useRelatedFields(list.describe, ports, list.view?.restricted !== true);
  const fields = [
    ...sortableFields(list.describe),
    ...related.filter((field) => isSortable(field.type)),
  ];
  const free = fields.find((field) => !sort.some((key) => key.field === field.apiName));
  const put = (at: number, change: Partial<Sort[number]>) =>
    list.setSort(sort.map((key, index) => (index === at ? { ...key, ...change } : key)));
  return (
    <div className={styles.editor}>
      {sort.length === 0 && <p className={styles.none}>还没有排序，按默认顺序显示。</p>}
      <ol className={styles.keys}>
        {sort.map((key, at) => (
          <li key={at} className={styles.key} aria-label={`第 ${at + 1} 排序`}>
            <Select
              label="字段"
              value={key.field}
              options={fields
                .filter(
                  (field) =>
                    field.apiName === key.field ||
                    !sort.some((other) => other.field === field.apiName),
                )
                .map((field) => ({ value: field.apiName, label: field.label }))}
              onChange={(field) => put(at, { field })}
              className={styles.field}
            />
            <Select
              label="方向"
              look="fit"
              value={key.dir}
              options={DIRECTIONS}
              onChange={(dir) => put(at, { dir })}
            />
            <MoveButtons
              isFirst={at === 0}
              isLast={at === sort.length - 1}
              onUp={() => list.setSort(swapped(sort, at, at - 1))}
              onDown={() => list.setSort(swapped(sort, at, at + 1))}
            />
            <IconButton
              label="删除排序"
              icon="delete"
              onClick={() => list.setSort(sort.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ol>
      <div className={styles.foot}>
        <button
          type="button"
          className={chrome.link}
          disabled={!free || sort.length >= SORT_MAX}
          onClick={() => {
            if (free) list.setSort([...sort, { field: free.apiName, dir: 'asc' }]);
          }}
        >
          添加排序
        </button>
        {sort.length >= SORT_MAX && <span className={styles.most}>最多 {SORT_MAX} 个</span>}
        <span className={styles.space} />
        <button
          type="button"
          className={chrome.link}
          disabled={sort.length === 0}
          onClick={() => list.setSort([])}
        >
          清除排序
        </button>
      </div>
    </div>
  );
});

/** A button that opens the sort keys of its list. */
export default function SortBuilderView({ node }: WidgetViewProps<SortBuilderProps>) {
  const list = asList(node.bound);
  return (
    <PanelButton
      text={textOf(node.props.text) || '排序'}
      icon="sort"
      count={list.sort.length}
      width={PANEL_WIDTH}
      disabled={!list.describe}
    >
      {() => <Editor list={list} ports={node.ports} />}
    </PanelButton>
  );
}
