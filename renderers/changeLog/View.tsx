import { EmptyState, FailureCard, Avatar, ValueView } from '../../src/ui/display/index.ts';
import { Select } from '../../src/ui/inputs/index.ts';
import { NewestFirstPager, labelsWithFallback } from '../../src/ui/parts/index.ts';
import { cellOf, sourceOf } from '../../src/runtime/models/index.ts';
import {
  failureText,
  recordsOf,
  textOf,
  isEmpty,
  labelOf,
  type LabelSource,
} from '../../src/values/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { readLog, type FieldChange, type ChangeEntry, type ChangeLog } from './entries.ts';
import type { ChangeLogProps } from './index.ts';
import styles from './View.module.css';

type Handle = NodeHandle<ChangeLogProps>;
const VERBS: Record<string, string> = {
  create: '创建了记录',
  edit: '修改了',
  delete: '删除了记录',
  restore: '恢复了记录',
};
const WAITING = [0, 1, 2];

function ChangeLine({
  node,
  change,
  labels,
  begins,
}: {
  node: Handle;
  change: FieldChange;
  labels: LabelSource;
  begins: boolean;
}) {
  const value = (of: unknown) => (
    <ValueView field={change.look} value={of} labels={labels} ports={node.ports} />
  );
  return (
    <div className={styles.change}>
      <dt>{change.look.label}</dt>
      <dd>
        {!begins && (
          <>
            <del className={isEmpty(change.old) ? styles.none : styles.old}>
              {value(change.old)}
            </del>
            <span className={styles.arrow} aria-label="改为">
              →
            </span>
          </>
        )}
        <ins className={styles.now}>{value(change.now)}</ins>
      </dd>
    </div>
  );
}

function EntryView({
  node,
  entry,
  labels,
}: {
  node: Handle;
  entry: ChangeEntry;
  labels: LabelSource;
}) {
  const begins = entry.op === 'create';
  const name = labelOf('user', entry.userId, labels);
  const lines = (
    <dl className={styles.changes}>
      {entry.changes.map((change) => (
        <ChangeLine
          key={change.field}
          node={node}
          change={change}
          labels={labels}
          begins={begins}
        />
      ))}
    </dl>
  );
  return (
    <li className={styles.entry}>
      <Avatar name={name} size={24} />
      <div className={styles.body}>
        <div className={styles.head}>
          <span className={styles.who}>{name}</span>
          <span>
            {VERBS[entry.op] ?? VERBS['edit']}
            {entry.op === 'edit' && entry.changes.length > 0
              ? ` ${entry.changes.length} 个字段`
              : ''}
          </span>
          <time className={styles.time} dateTime={entry.at}>
            {entry.time}
          </time>
        </div>
        {entry.changes.length > 0 &&
          (begins ? (
            <details className={styles.began}>
              <summary>创建时填写了 {entry.changes.length} 个字段</summary>
              {lines}
            </details>
          ) : (
            lines
          ))}
      </div>
    </li>
  );
}

function Filters({ node, log, labels }: { node: Handle; log: ChangeLog; labels: LabelSource }) {
  const [person, field] = [textOf(node.props.person), textOf(node.props.field)];
  const people = [...new Set([...log.people, ...(person ? [person] : [])])];
  const ask = (next: { person: string; field: string }) =>
    void node.emit('filter', { person: next.person || null, field: next.field || null });
  const fields = recordsOf(node.props.fields)
    .filter((each) => each['removed'] !== true)
    .map((each) => ({ value: textOf(each['apiName']), label: textOf(each['label']) }));
  return (
    <div className={styles.tools} role="group" aria-label="筛选变更记录">
      <Select
        label="人员"
        look="fit"
        value={person}
        options={[
          { value: '', label: '所有人' },
          ...people.map((id) => ({ value: id, label: labelOf('user', id, labels) })),
        ]}
        onChange={(next) => ask({ person: next, field })}
      />
      {fields.length > 0 && (
        <Select
          label="字段"
          look="fit"
          value={field}
          options={[{ value: '', label: '所有字段' }, ...fields]}
          onChange={(next) => ask({ person, field: next })}
        />
      )}
    </div>
  );
}

/** Who changed what, day by day, the newest first. */
export default function ChangeLogView({ node }: WidgetViewProps<ChangeLogProps>) {
  const source = sourceOf(node.bound);
  const data = source ? source.data : cellOf(node.bound)?.value;
  const log = readLog(data, node.props.fields, node.ports.now());
  const label = textOf(node.props.label) || '变更记录';
  if (!data && source?.failure)
    return <FailureCard text={failureText(source.failure)} onRetry={() => void source.reload()} />;
  if (!data && source?.loading)
    return (
      <div role="status" aria-label="加载中">
        {WAITING.map((each) => (
          <div key={each} className={styles.entry}>
            <span className={`hz-skeleton ${styles.boneFace}`} />
            <span className={`hz-skeleton ${styles.bone}`} />
          </div>
        ))}
      </div>
    );
  const labels = labelsWithFallback(log.labels, node.ports);
  return (
    <section aria-label={label} aria-busy={source?.loading === true} className={styles.log}>
      <Filters node={node} log={log} labels={labels} />
      {log.days.length === 0 && (
        <EmptyState
          title={
            textOf(node.props.person) || textOf(node.props.field)
              ? '没有符合条件的变更'
              : textOf(node.props.empty) || '还没有变更记录'
          }
        />
      )}
      {log.days.map(({ day, entries }) => (
        <div key={day || 'unknown'}>
          <h3 className={styles.day}>{day}</h3>
          <ol className={styles.entries} aria-label={day}>
            {entries.map((entry) => (
              <EntryView key={entry.key} node={node} entry={entry} labels={labels} />
            ))}
          </ol>
        </div>
      ))}
      <NewestFirstPager
        label="变更记录分页"
        unit="次"
        total={log.total}
        current={log.current}
        size={log.size}
        onTurn={(current) => void node.emit('page', { current })}
      />
    </section>
  );
}
