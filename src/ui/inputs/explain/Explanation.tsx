import { observer } from 'mobx-react-lite';
import { useContext, useEffect, useRef, useState } from 'react';
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
async function answerTo(
  { ask, objects, local }: Question,
  ports: EnginePorts,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    if (ask) {
      const data = (await ports.call(
        'bizmeta.record.explain',
        { ...ask },
        { signal },
      )) as Explained;
      return { state: 'told', read: () => data };
    }
    const fieldOf = await fieldsOfObjects(ports, objects);
    return { state: 'told', read: () => local(fieldOf) };
  } catch (failure) {
    return { state: 'failed', text: failureText(failure as Error) };
  }
}
function useAnswer(question: Question, ports: EnginePorts): Answer {
  const [answer, setAnswer] = useState<{ to: Question; is: Answer } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    void answerTo(question, ports, stop.signal).then((is) => {
      if (!stop.signal.aborted) setAnswer({ to: question, is });
    });
    return () => stop.abort();
  }, [question, ports]);
  return answer?.to === question ? answer.is : { state: 'waiting' };
}

type From = NonNullable<Explained['sources'][number]['from']>;
/** The name of a record, which opens it where records can be opened. */
function RecordLink({ from }: { from: From }) {
  const opener = useContext(PageOpenerContext);
  const title = from.title || '未命名';
  if (!opener) return <>{title}</>;
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
      {title}
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
type Total = Explained['totals'][number];
/** The first rows or records of a total. */
function Items({ count, isMore, unit, items }: Total) {
  return (
    <ul className={styles.items}>
      {items.map(({ text, from }, i) => (
        <li key={i}>
          {from ? <RecordLink from={from} /> : `第 ${i + 1} 行`}
          <span className={styles.value}>{text}</span>
        </li>
      ))}
      {count > items.length && (
        <li className={styles.more}>还有{isMore ? '更多' : ` ${count - items.length} ${unit}`}</li>
      )}
    </ul>
  );
}
const TotalPart = ({ total }: { total: Total }) => (
  <section className={styles.part}>
    <h4 className={styles.head}>
      {total.words || (total.unit === '行' ? '汇总的行' : '汇总的记录')}
      <span className={styles.count}>
        {total.isMore && '超过 '}
        {total.count} {total.unit}
      </span>
    </h4>
    {total.line && <p className={styles.step}>{total.line}</p>}
    <Items {...total} />
    <Notes notes={total.notes} />
  </section>
);
type Source = Explained['sources'][number];
function SourceName({
  source,
  onAsk,
}: {
  source: Source;
  onAsk(name: string, label: string): void;
}) {
  const { label, from, field } = source;
  return (
    <span>
      {label}
      {from && (
        <span className={styles.from}>
          来自 <RecordLink from={from} />
        </span>
      )}
      {field && (
        <button type="button" className={styles.link} onClick={() => onAsk(field, label)}>
          怎么算的
        </button>
      )}
    </span>
  );
}
const Sources = ({
  sources,
  onAsk,
}: {
  sources: readonly Source[];
  onAsk(name: string, label: string): void;
}) => (
  <section className={styles.part}>
    <h4 className={styles.head}>用到的值</h4>
    <ul className={styles.items}>
      {sources.map((source, at) => (
        <li key={at}>
          <SourceName source={source} onAsk={onAsk} />
          <span className={source.isEmpty ? styles.more : styles.value}>{source.text}</span>
        </li>
      ))}
    </ul>
  </section>
);
function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <p key={note} className={styles.note}>
      {note}
    </p>
  ));
}

function Told({ told, onAsk }: { told: Explained; onAsk(name: string, label: string): void }) {
  return (
    <>
      <Steps told={told} />
      <Notes notes={told.notes} />
      <Choices choices={told.choices} />
      {told.totals.map((total, at) => (
        <TotalPart key={at} total={total} />
      ))}
      {told.sources.length > 0 && <Sources sources={told.sources} onAsk={onAsk} />}
    </>
  );
}
const Content = observer(function Content({
  answer,
  onAsk,
}: {
  answer: Answer;
  onAsk(name: string, label: string): void;
}) {
  if (answer.state === 'failed') return <p className={styles.note}>{answer.text}</p>;
  if (answer.state === 'waiting')
    return (
      <div role="status" aria-label="加载中" className={styles.steps}>
        <span className={`hz-skeleton ${styles.bone}`} />
        <span className={`hz-skeleton ${styles.bone}`} />
      </div>
    );
  const told = answer.read();
  return told ? (
    <Told told={told} onAsk={onAsk} />
  ) : (
    <p className={styles.note}>保存以后，才能按相关的记录说明</p>
  );
});
const Title = ({ label, onBack }: { label: string; onBack: (() => void) | undefined }) => (
  <div className={styles.title}>
    {onBack && (
      <button type="button" className={styles.link} onClick={onBack}>
        返回
      </button>
    )}
    <strong>怎么算的：{label}</strong>
  </div>
);

/** How a value came about; a computed value it is made of is asked about in turn. */
export function Explanation({ first, ports }: { first: Question; ports: EnginePorts }) {
  const [trail, setTrail] = useState<readonly Question[]>([first]);
  const question = trail.at(-1) ?? first;
  const answer = useAnswer(question, ports);
  const narrow = useNarrow();
  const box = useRef<HTMLDivElement>(null);
  // What was pressed is not there any more: the keyboard stays in the panel.
  useEffect(() => {
    if (!box.current?.contains(document.activeElement)) box.current?.focus();
  }, [question]);
  const onBack = trail.length > 1 ? () => setTrail(trail.slice(0, -1)) : undefined;
  const onAsk = (name: string, label: string) => {
    const next = question.about(name, label);
    if (next) setTrail([...trail, next]);
  };
  return (
    <div ref={box} tabIndex={-1} className={styles.body} aria-busy={answer.state === 'waiting'}>
      {(!narrow || onBack) && <Title label={question.label} onBack={onBack} />}
      <Content answer={answer} onAsk={onAsk} />
    </div>
  );
}
