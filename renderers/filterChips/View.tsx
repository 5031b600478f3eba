import type { FieldDescribe, FilterNode } from '../../src/contract/index.ts';
import { asList, type ListModel } from '../../src/runtime/models/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { useRelatedFields } from '../../src/ui/conditions/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import {
  fieldNamed,
  filterLeaves,
  formatValue,
  asGroup,
  isGroup,
  sentenceOf,
  textOf,
  removeFilterNode,
} from '../../src/values/index.ts';
import { chrome } from '../../src/ui/parts/index.ts';
import type { FilterChipsProps } from './index.ts';
import styles from './View.module.css';

/** Finds a field by its name, or by that of a lookup and its own. */
type Known = (name: string) => FieldDescribe | undefined;
/** A condition or a group of them as one Chinese sentence. */
function say(node: FilterNode, known: Known, ports: NodeHandle['ports']): string {
  if (isGroup(node))
    return `（${node.items.map((item) => say(item, known, ports)).join(node.op === 'and' ? ' 且 ' : ' 或 ')}）`;
  const field = known(node.field);
  return sentenceOf(
    node,
    field,
    (value) => (field ? formatValue(field, value, ports.labels) : textOf(value)) || textOf(value),
  );
}

interface Chip {
  key: string;
  text: string;
  remove: () => void;
}
function chipsOf(list: ListModel, known: Known, ports: NodeHandle['ports']): Chip[] {
  const { filter, search } = list;
  const conditions = asGroup(filter).items.map((item, index): Chip => ({
    key: String(index),
    text: say(item, known, ports),
    remove: () => list.setFilter(removeFilterNode(filter, item)),
  }));
  return search
    ? [{ key: 'search', text: `搜索“${search}”`, remove: () => list.setSearch('') }, ...conditions]
    : conditions;
}

/** What narrows the list, as sentences that can be taken away; nothing when nothing does. */
export default function FilterChipsView({ node }: WidgetViewProps<FilterChipsProps>) {
  const list = asList(node.bound);
  const isThrough = filterLeaves(list.filter).some(({ field }) => field.includes('.'));
  const related = useRelatedFields(list.describe, node.ports, isThrough);
  if (!list.hasFilter) return null;
  const known: Known = (name) =>
    fieldNamed(list.describe, name) ?? related.find(({ apiName }) => apiName === name);
  const chips = chipsOf(list, known, node.ports);
  const any = asGroup(list.filter).op === 'or' && asGroup(list.filter).items.length > 1;
  const clear = () => {
    list.setFilter(null);
    list.setSearch('');
  };
  return (
    <div
      role="group"
      aria-label={textOf(node.props.label) || '生效的筛选'}
      className={styles.chips}
    >
      {any && <span className={styles.any}>符合任一：</span>}
      {chips.map((chip) => (
        <span key={chip.key} className={styles.chip}>
          <span className={styles.text} title={chip.text}>
            {chip.text}
          </span>
          <button
            type="button"
            className={styles.remove}
            aria-label={`移除条件：${chip.text}`}
            title="移除条件"
            onClick={chip.remove}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      <button type="button" className={chrome.link} onClick={clear}>
        清除全部
      </button>
    </div>
  );
}
