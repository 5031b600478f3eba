import { useMemo, useState } from 'react';
import { isComputed, isFieldType } from '../../src/contract/index.ts';
import { asValue, RowCell } from '../../src/runtime/models/index.ts';
import { Select } from '../../src/ui/inputs/index.ts';
import { IconButton } from '../../src/ui/parts/index.ts';
import { isRecord, recordsOf, textOf } from '../../src/values/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import type { FieldEntriesProps } from './index.ts';
import styles from './View.module.css';

type Node = NodeHandle<FieldEntriesProps>;
type Entries = Readonly<Record<string, unknown>>;

const entriesIn = (node: Node): Entries => {
  const { value } = asValue(node.bound);
  return isRecord(value) ? value : {};
};
const isBlank = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Writes the value of a field; a blank one is none. */
function write(node: Node, name: string, value: unknown): void {
  const others = Object.entries(entriesIn(node)).filter(([key]) => key !== name);
  const next = Object.fromEntries(isBlank(value) ? others : [...others, [name, value]]);
  asValue(node.bound).set(next);
  if (node.handles('change')) void node.emit('change', { value: next });
}

/** Cells that the slot is bound to: of each field the same one as long as the node lives. */
function useCells(node: Node): (name: string) => RowCell {
  return useMemo(() => {
    const cells = new Map<string, RowCell>();
    return (name: string): RowCell => {
      const known = cells.get(name);
      if (known) return known;
      const cell = new RowCell(
        name,
        () => (Object.hasOwn(entriesIn(node), name) ? entriesIn(node)[name] : undefined),
        (value) => write(node, name, value),
      );
      cells.set(name, cell);
      return cell;
    };
  }, [node]);
}

interface Choice {
  readonly value: string;
  readonly label: string;
}
const isWritable = (type: string): boolean => isFieldType(type) && !isComputed(type);
/** Fields that can be given a value, with their labels. */
const choicesOf = (fields: unknown): Choice[] =>
  recordsOf(fields)
    .filter(({ type, removed }) => removed !== true && isWritable(textOf(type)))
    .map(({ apiName, label }) => ({ value: textOf(apiName), label: textOf(label) }))
    .filter(({ value }) => value !== '');

/** Names in the order they were written or added; one that was emptied stays where it is. */
function useNames(node: Node) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const written = Object.keys(entriesIn(node));
  const names = [...added, ...written.filter((name) => !added.includes(name))];
  return {
    names,
    add: (name: string) => setAdded([...names, name]),
    remove(name: string): void {
      setAdded(added.filter((each) => each !== name));
      write(node, name, undefined);
    },
    keep: () => setAdded(names),
  };
}

function EntryRows({ node }: { node: Node }) {
  const { props, state } = node;
  const label = textOf(props.label) || '字段与值';
  const add = textOf(props.add) || '添加字段';
  const choices = choicesOf(props.fields);
  const { names, keep, ...change } = useNames(node);
  const cellOf = useCells(node);
  const locked = state.disabled || state.readonly;
  const nameOf = (name: string): string =>
    choices.find(({ value }) => value === name)?.label ?? name;
  const left = choices.filter(({ value }) => !names.includes(value));
  return (
    <div role="group" aria-label={label} className={styles.rows} onFocus={keep}>
      {names.length === 0 && (
        <div className={styles.empty}>{textOf(props.empty) || '还没有字段'}</div>
      )}
      {names.map((name, index) => (
        <div key={name} role="group" aria-label={nameOf(name)} className={styles.row}>
          <div className={styles.head}>
            <span className={styles.name}>{nameOf(name)}</span>
            {!locked && (
              <IconButton
                icon="close"
                label={`去掉${nameOf(name)}`}
                onClick={() => change.remove(name)}
              />
            )}
          </div>
          {node.slot('value', { value: cellOf(name), key: name, index })}
        </div>
      ))}
      {!locked && left.length > 0 && (
        <Select
          label={add}
          value=""
          options={[{ value: '', label: add }, ...left]}
          onChange={(name) => {
            if (name !== '') change.add(name);
          }}
        />
      )}
    </div>
  );
}

/** Values of fields, each written in the slot: fields are added by their labels. */
export default function FieldEntriesView({ node }: WidgetViewProps<FieldEntriesProps>) {
  return <EntryRows key={textOf(node.props.of)} node={node} />;
}
