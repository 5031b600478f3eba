import { useId, useMemo } from 'react';
import { asValue, RowCell } from '../../src/runtime/models/index.ts';
import { Select } from '../../src/ui/inputs/index.ts';
import { partOf, recordsOf, textOf, withPart } from '../../src/values/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import type { ScopedChecksProps } from './index.ts';
import {
  choicesOf,
  FOLLOWS,
  itemsOf,
  NONE,
  partPath,
  Scopes,
  type Choice,
  type Item,
} from './scopes.ts';
import styles from './View.module.css';

type Node = NodeHandle<ScopedChecksProps>;

const scopesIn = (node: Node): Scopes =>
  new Scopes(partOf(asValue(node.bound).value, partPath(node.props.part)), node.props);

function write(node: Node, part: unknown): void {
  const bound = asValue(node.bound);
  const value = withPart(bound.value, partPath(node.props.part), part);
  bound.set(value);
  if (node.handles('change')) void node.emit('change', { value });
}

/**
 * The settings of rows, each a cell that the content of its slot is bound to; the same one as long
 * as the node lives.
 */
function useSettings(node: Node): (key: string, choice: string) => RowCell {
  return useMemo(() => {
    const cells = new Map<string, RowCell>();
    return (key: string, choice: string): RowCell => {
      const name = `${key}.${choice}`;
      const known = cells.get(name);
      if (known) return known;
      const cell = new RowCell(
        name,
        () => scopesIn(node).settings(key, choice),
        (settings) => write(node, scopesIn(node).set(key, choice, settings)),
      );
      cells.set(name, cell);
      return cell;
    };
  }, [node]);
}

const isBlank = (settings: unknown): boolean =>
  settings === undefined ||
  settings === null ||
  settings === '' ||
  (Array.isArray(settings) && settings.length === 0);

interface RowProps {
  node: Node;
  item: Item;
  items: readonly Item[];
  choices: readonly Choice[];
  scopes: Scopes;
  /** Null without anything to compare with. */
  base: Scopes | null;
  locked: boolean;
  cellOf(key: string, choice: string): RowCell;
}

function optionsOf({ node, item, items, choices, scopes }: RowProps) {
  const followed = items.find(({ key }) => key === textOf(node.props.follow));
  return [
    { value: NONE, label: '无' },
    ...(followed && scopes.canFollow(item.key)
      ? [{ value: FOLLOWS, label: `同“${followed.title}”` }]
      : []),
    ...choices.map(({ key, title }) => ({ value: key, label: title })),
  ];
}

/** What the row was in what it is compared with, where that differs. */
function Mark({ node, item, choices, scopes, base }: RowProps) {
  if (!base?.differs(scopes, item.key)) return null;
  const none = '无';
  const name = textOf(node.props.baseName) || '对照';
  return (
    <span className={styles.mark} title={`与“${name}”不同`}>
      {`${name}：${base.says(item.key, choices, none)}`}
    </span>
  );
}

function Row(row: RowProps) {
  const { node, item, items, scopes, locked, cellOf } = row;
  const hint = useId();
  const choice = scopes.choice(item.key);
  const hasSettings = choice !== FOLLOWS && choice !== NONE && node.hasSlot(choice);
  return (
    <div role="group" aria-label={item.title} className={styles.row}>
      <label className={styles.name}>
        <input
          type="checkbox"
          checked={choice !== NONE}
          disabled={locked}
          aria-describedby={item.hint === '' ? undefined : hint}
          onChange={(event) => write(node, scopes.check([item.key], event.target.checked, items))}
        />
        <span>{item.title}</span>
      </label>
      <Select
        label={`${item.title}的范围`}
        value={choice}
        options={optionsOf(row)}
        disabled={locked}
        className={`${styles.scope} ${choice === NONE ? styles.none : ''}`}
        onChange={(next) => write(node, scopes.choose(item.key, next, node.hasSlot(next), items))}
      />
      <span className={styles.about}>
        <Mark {...row} />
        {item.hint !== '' && (
          <span id={hint} className={styles.hint}>
            {item.hint}
          </span>
        )}
      </span>
      {hasSettings && (
        <div className={styles.settings}>
          {node.slot(choice, {
            value: cellOf(item.key, choice),
            key: `${item.key}.${choice}`,
            index: items.indexOf(item),
          })}
          {isBlank(scopes.settings(item.key, choice)) && (
            <p className={styles.missing}>填写之后才能保存</p>
          )}
        </div>
      )}
    </div>
  );
}

/** What the rows are filled from; none is chosen where they are like none. */
function Presets({ node, items, scopes, locked }: Omit<RowProps, 'item'>) {
  const presets = recordsOf(node.props.presets).map((preset) => ({
    key: textOf(preset['key']),
    title: textOf(preset['title']),
    value: preset[textOf(node.props.presetProp) || 'value'],
  }));
  if (presets.length === 0 || locked) return null;
  const like = presets.find(({ value }) => scopes.isSame(new Scopes(value, node.props), items));
  const own = like ? [] : [{ value: '', label: '自定义' }];
  return (
    <Select
      label="预设"
      value={like?.key ?? ''}
      options={[...own, ...presets.map(({ key, title }) => ({ value: key, label: title }))]}
      className={styles.preset}
      onChange={(key) => {
        const chosen = presets.find((preset) => preset.key === key);
        if (chosen) write(node, scopes.fill(chosen.value));
      }}
    />
  );
}

/** Rows in their groups, in the order of the first of each. */
function groupsOf(items: readonly Item[]): [string, Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return [...groups];
}

/** Things that may be ticked, each with how far it reaches; some reaches have settings of their own. */
export default function ScopedChecksView({ node }: WidgetViewProps<ScopedChecksProps>) {
  const items = itemsOf(node.props.items);
  const choices = choicesOf(node.props.choices);
  const scopes = scopesIn(node);
  const base =
    node.props.base === undefined || node.props.base === null
      ? null
      : new Scopes(partOf(node.props.base, partPath(node.props.part)), node.props);
  const locked = node.state.disabled || node.state.readonly;
  const cellOf = useSettings(node);
  const label = textOf(node.props.label) || '勾选与范围';
  const keys = items.map(({ key }) => key);
  const ticked = keys.filter((key) => scopes.isChecked(key)).length;
  return (
    <div role="group" aria-label={label} className={styles.box}>
      <div className={styles.head}>
        <label className={styles.name}>
          <input
            type="checkbox"
            checked={ticked > 0 && ticked === keys.length}
            disabled={locked || keys.length === 0}
            ref={(box) => {
              if (box) box.indeterminate = ticked > 0 && ticked < keys.length;
            }}
            onChange={(event) => write(node, scopes.check(keys, event.target.checked, items))}
          />
          <span>全选</span>
        </label>
        <span className={styles.count}>{`已选 ${ticked} / ${keys.length}`}</span>
        <span className={styles.space} />
        <Presets {...{ node, items, choices, scopes, base, locked, cellOf }} />
      </div>
      {groupsOf(items).map(([group, rows]) => (
        <div key={group} role="group" aria-label={group || label} className={styles.group}>
          {group !== '' && <div className={styles.title}>{group}</div>}
          {rows.map((item) => (
            <Row key={item.key} {...{ node, item, items, choices, scopes, base, locked, cellOf }} />
          ))}
        </div>
      ))}
    </div>
  );
}
