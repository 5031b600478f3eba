import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import {
  FIELDS,
  GROUP_LEVELS_MAX,
  isGroupable,
  valueType,
  type FieldDescribe,
} from '../../src/contract/index.ts';
import { asList, type ListModel } from '../../src/runtime/models/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { askedFields, textOf } from '../../src/values/index.ts';
import { Select } from '../../src/ui/inputs/index.ts';
import { IconButton, MoveButtons, PanelButton, chrome } from '../../src/ui/parts/index.ts';
import type { GroupBuilderProps } from './index.ts';
import styles from './View.module.css';

const PANEL_WIDTH = 360;

/** What a list is worth grouping by, the best first: few values, many records each. */
const WORTH = ['option', 'member', 'boolean', 'moment'];
/** The first field of the best kind; undefined when the person has to say. */
function bestOf(fields: readonly FieldDescribe[]): FieldDescribe | undefined {
  const familyOf = (field: FieldDescribe) => FIELDS[valueType(field)].family;
  return WORTH.flatMap((family) => fields.filter((field) => familyOf(field) === family))[0];
}

/** A level whose field the person is still to choose. */
const Asked = ({
  place,
  fields,
  onPick,
  onDrop,
}: {
  place: number;
  fields: readonly FieldDescribe[];
  onPick(field: string): void;
  onDrop(): void;
}) => (
  <li className={styles.key} aria-label={`第 ${place} 层`}>
    <Select
      label="字段"
      value=""
      options={fields.map(({ apiName, label }) => ({ value: apiName, label }))}
      onChange={onPick}
      className={styles.field}
    />
    <IconButton label="删除分组" icon="delete" onClick={onDrop} />
  </li>
);

/** Levels in their order, the outermost first; each change is asked for at once. */
const Editor = observer(function Editor({ list }: { list: ListModel }) {
  const { groupBy } = list;
  const fields = askedFields(list.describe).filter((field) => isGroupable(valueType(field)));
  const free = fields.filter((field) => !groupBy.includes(field.apiName));
  const [asking, setAsking] = useState(false);
  const add = () => {
    const best = bestOf(free.filter((field) => list.describe?.fields.includes(field)));
    if (best) list.setGroupBy([...groupBy, best.apiName]);
    else setAsking(true);
  };
  const offered = (name: string) =>
    fields
      .filter((field) => field.apiName === name || !groupBy.includes(field.apiName))
      .map((field) => ({ value: field.apiName, label: field.label }));
  const moved = (at: number): string[] =>
    groupBy.map((name, i) => (i === at ? groupBy[at - 1]! : i === at - 1 ? groupBy[at]! : name));
  return (
    <div className={styles.editor}>
      {groupBy.length === 0 && !asking && <p className={styles.none}>还没有分组。</p>}
      <ol className={styles.keys}>
        {groupBy.map((name, at) => (
          <li key={name} className={styles.key} aria-label={`第 ${at + 1} 层`}>
            <Select
              label="字段"
              value={name}
              options={offered(name)}
              onChange={(field) =>
                list.setGroupBy(groupBy.map((other, i) => (i === at ? field : other)))
              }
              className={styles.field}
            />
            <MoveButtons
              isFirst={at === 0}
              isLast={at === groupBy.length - 1}
              onUp={() => list.setGroupBy(moved(at))}
              onDown={() => list.setGroupBy(moved(at + 1))}
            />
            <IconButton
              label="删除分组"
              icon="delete"
              onClick={() => list.setGroupBy(groupBy.filter((_, i) => i !== at))}
            />
          </li>
        ))}
        {asking && (
          <Asked
            place={groupBy.length + 1}
            fields={free}
            onPick={(field) => {
              setAsking(false);
              list.setGroupBy([...groupBy, field]);
            }}
            onDrop={() => setAsking(false)}
          />
        )}
      </ol>
      <div className={styles.foot}>
        <button
          type="button"
          className={chrome.link}
          disabled={free.length === 0 || asking || groupBy.length >= GROUP_LEVELS_MAX}
          onClick={add}
        >
          添加分组
        </button>
        {groupBy.length >= GROUP_LEVELS_MAX && (
          <span className={styles.most}>最多 {GROUP_LEVELS_MAX} 层</span>
        )}
        <span className={styles.space} />
        <button
          type="button"
          className={chrome.link}
          disabled={groupBy.length === 0}
          onClick={() => list.setGroupBy([])}
        >
          清除分组
        </button>
      </div>
    </div>
  );
});

/** A button that opens what its list is grouped by. */
export default function GroupBuilderView({ node }: WidgetViewProps<GroupBuilderProps>) {
  const list = asList(node.bound);
  return (
    <PanelButton
      text={textOf(node.props.text) || '分组'}
      icon="group"
      count={list.groupBy.length}
      width={PANEL_WIDTH}
      disabled={!list.describe}
    >
      {() => <Editor list={list} />}
    </PanelButton>
  );
}
