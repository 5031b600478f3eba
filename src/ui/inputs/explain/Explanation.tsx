import { observer } from 'mobx-react-lite';
import { useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Explained } from '../../../contract/index.ts';
import { fieldsOfObjects, type Question } from '../../../runtime/models/index.ts';
import type { EnginePorts } from '../../../runtime/ports/index.ts';
import { failureText } from '../../../values/index.ts';
import { Icon } from '../../icons/icons.tsx';
import { useNarrow } from '../../hooks/narrow.ts';
import { PageOpenerContext } from '../../overlay/page-opener.ts';
import styles from './explain.module.css';

/** Width of a record in its drawer, in pixels. */
const RECORD_WIDTH = 720;

type Answer =
  | { state: 'waiting' }
  | { state: 'failed'; text: string }
  | { state: 'told'; read(): Explained | null };
/** The server's answer about a stored value, else what is computed here and follows the form. */
function useAnswer(question: Question, ports: EnginePorts): Answer {
  const [answer, setAnswer] = useState<{ to: Question; is: Answer } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const tell = (is: Answer) => {
      if (!stop.signal.aborted) setAnswer({ to: question, is });
    };
    const asked = question.ask
      ? ports
          .call('bizmeta.record.explain', { ...question.ask }, { signal: stop.signal })
          .then((data): Answer => ({ state: 'told', read: () => data as Explained }))
      : fieldsOfObjects(ports, question.objects).then((fieldOf): Answer => ({
          state: 'told',
          read: () => question.local(fieldOf),
        }));
    asked.then(tell, (failure: unknown) =>
      tell({ state: 'failed', text: failureText(failure as Error) }),
    );
    return () => stop.abort();
  }, [question, ports]);
  return answer?.to === question ? answer.is : { state: 'waiting' };
}

type From = NonNullable<Explained['sources'][number]['from']>;
/** The name of a record, which opens it where records can be opened. */
function RecordLink({ from, children }: { from: From; children: ReactNode }) {
  const opener = useContext(PageOpenerContext);
  if (!opener) return <>{children}</>;
  const open = () =>
    void opener.add({
      place: 'drawer',
      page: `object.${from.object}.detail`,
      params: { id: from.id },
      width: RECORD_WIDTH,
      until: ['deleted'],
    });
  return (
    <button type="button" className={styles.link} onClick={open}>
      {children}
    </button>
  );
}

function Steps({ told }: { told: Explained }) {
  return (
    <div className={styles.steps}>
      {told.words && (
        <p className={styles.words}>
          {told.label} = {told.words}
        </p>
      )}
      {told.steps.map((line) => (
        <p key={line} className={styles.step}>
          = {line}
        </p>
      ))}
      <p className={styles.result}>= {told.result}</p>
    </div>
  );
}
const HOLDS = { true: '成立', false: '不成立', null: '有空值，不能判断，按不成立算' } as const;
function Choices({ choices }: Pick<Explained, 'choices'>) {
  return choices.map(({ condition, values, holds }, at) => (
    <p key={at} className={styles.choice}>
      <Icon name={holds === true ? 'check-circle' : 'minus-circle'} />
      <span>
        条件「{condition}」{HOLDS[`${holds}`]}：{values}
      </span>
    </p>
  ));
}
function Totals({ totals }: Pick<Explained, 'totals'>) {
  return totals.map(({ words, count, isMore, unit, line, items, notes }, at) => (
    <section key={at} className={styles.part}>
      <h4 className={styles.head}>
        {words || (unit === '行' ? '汇总的行' : '汇总的记录')}
        <span className={styles.count}>
          {isMore ? `超过 ${count}` : count} {unit}
        </span>
      </h4>
      {line && <p className={styles.step}>{line}</p>}
      <ul className={styles.items}>
        {items.map(({ text, from }, i) => (
          <li key={i}>
            {from ? (
              <RecordLink from={from}>{from.title || '未命名'}</RecordLink>
            ) : (
              `第 ${i + 1} 行`
            )}
            <span className={styles.value}>{text}</span>
          </li>
        ))}
        {count > items.length && (
          <li className={styles.more}>
            还有 {isMore ? '更多' : `${count - items.length} ${unit}`}
          </li>
        )}
      </ul>
      <Notes notes={notes} />
    </section>
  ));
}
function Sources({ sources, onAsk }: Pick<Explained, 'sources'> & { onAsk(name: string): void }) {
  if (sources.length === 0) return null;
  return (
    <section className={styles.part}>
      <h4 className={styles.head}>用到的值</h4>
      <ul className={styles.items}>
        {sources.map(({ label, text, isEmpty, from, field }, at) => (
          <li key={at}>
            <span>
              {label}
              {from && (
                <span className={styles.from}>
                  来自 <RecordLink from={from}>{from.title || '未命名'}</RecordLink>
                </span>
              )}
              {field && (
                <button type="button" className={styles.link} onClick={() => onAsk(field)}>
                  怎么算的
                </button>
              )}
            </span>
            <span className={isEmpty ? styles.more : styles.value}>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <p key={note} className={styles.note}>
      {note}
    </p>
  ));
}

/** How a value came about; a computed value it is made of is asked about in turn. */
export const Explanation = observer(function Explanation({
  first,
  ports,
}: {
  first: Question;
  ports: EnginePorts;
}) {
  const [trail, setTrail] = useState<readonly Question[]>([first]);
  const question = trail.at(-1) ?? first;
  const answer = useAnswer(question, ports);
  const narrow = useNarrow();
  const told = answer.state === 'told' ? answer.read() : null;
  const ask = (name: string) => {
    const next = question.about(name);
    if (next) setTrail([...trail, next]);
  };
  return (
    <div className={styles.body} aria-busy={answer.state === 'waiting'}>
      {(!narrow || trail.length > 1) && (
        <div className={styles.title}>
          {trail.length > 1 && (
            <button
              type="button"
              className={styles.link}
              onClick={() => setTrail(trail.slice(0, -1))}
            >
              返回
            </button>
          )}
          <strong>怎么算的：{told?.label ?? question.label}</strong>
        </div>
      )}
      {answer.state === 'waiting' && (
        <div role="status" aria-label="加载中" className={styles.steps}>
          <span className={`hz-skeleton ${styles.bone}`} />
          <span className={`hz-skeleton ${styles.bone}`} />
        </div>
      )}
      {answer.state === 'failed' && <p className={styles.note}>{answer.text}</p>}
      {answer.state === 'told' && !told && (
        <p className={styles.note}>保存以后，才能按相关的记录说明</p>
      )}
      {told && (
        <>
          <Steps told={told} />
          <Notes notes={told.notes} />
          <Choices choices={told.choices} />
          <Totals totals={told.totals} />
          <Sources sources={told.sources} onAsk={ask} />
        </>
      )}
    </div>
  );
});
