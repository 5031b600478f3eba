import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { observer } from 'mobx-react-lite';
import { TIME_ZONE } from '../../contract/index.ts';
import { Icon, iconButton } from '../../ui/icons/index.ts';
import { dryRunEvent, type DryEntry } from '../../runtime/actions/index.ts';
import type { ActionModel } from '../../page/index.ts';
import type { NodeHandleImpl } from '../page/node-handle.ts';
import { nodeAround } from './locate.ts';
import {
  boundSummary,
  eventsOf,
  jsonOf,
  tracedProps,
  readsOf,
  requestsOf,
  verdicts,
} from './report.ts';
import { Line, Section, TracedValueView } from './parts.tsx';
import { shortText } from './values.ts';
import styles from './inspect.module.css';

interface Props {
  node: NodeHandleImpl;
  onPick: (node: NodeHandleImpl) => void;
  onClose: () => void;
  /** Explains the rights on the record and field that was asked about. */
  onAccess: (() => void) | null;
}

const Bound = observer(function Bound({ node }: { node: NodeHandleImpl }): ReactNode {
  const bound = boundSummary(node);
  if (!bound) return <p className={styles.quiet}>没有绑定数据</p>;
  return (
    <>
      {bound.label && <Line name="名称">{bound.label}</Line>}
      <Line name="绑定">
        <code>{bound.path}</code>
        {bound.address !== bound.path && <span className={styles.quiet}>即 {bound.address}</span>}
      </Line>
      <Line name="种类">{bound.kind}</Line>
      <Line name="值">
        <code>{shortText(bound.value)}</code>
      </Line>
      <Problems texts={bound.errors} />
    </>
  );
});
const Problems = ({ texts }: { texts: readonly string[] }): ReactNode =>
  texts.map((text) => (
    <Line key={text} name="问题">
      {text}
    </Line>
  ));

type AskedSource = ReturnType<typeof requestsOf>[number];
const Request = observer(function Request({ name, asked }: AskedSource): ReactNode {
  return (
    <div className={styles.block}>
      <Line name={name}>
        <code>{asked.call}</code>
      </Line>
      <Line name="时间">
        {asked.at.toLocaleTimeString('zh-CN', { hour12: false, timeZone: TIME_ZONE })}，
        {asked.ms === null ? '进行中' : `${Math.round(asked.ms)} 毫秒`}
        {asked.tries > 1 ? `，第 ${asked.tries} 次` : ''}
      </Line>
      {asked.failure && <Line name="失败">{asked.failure}</Line>}
      <pre className={styles.json}>{JSON.stringify(asked.input, null, 2)}</pre>
    </div>
  );
});

const Requests = observer(function Requests({ node }: { node: NodeHandleImpl }): ReactNode {
  const requests = requestsOf(node);
  if (requests.length === 0) return <p className={styles.quiet}>没有读取数据源</p>;
  return requests.map((request) => <Request key={request.name} {...request} />);
});

const Verdicts = observer(function Verdicts({ node }: { node: NodeHandleImpl }): ReactNode {
  const found = verdicts(node);
  if (found.length === 0) return <p className={styles.quiet}>没有条件：显示、可修改</p>;
  return found.map(({ flag, label, reasons: says }) => (
    <div key={flag} className={styles.block}>
      <strong>{label}</strong>
      {says.map((say) => (
        <div key={say.by} className={styles.say}>
          <span>{say.holds ? '是' : '否'}</span>
          <span>{say.by}</span>
          {say.traced && <TracedValueView told={say.traced} />}
        </div>
      ))}
    </div>
  ));
});

const Values = observer(function Values({ node }: { node: NodeHandleImpl }): ReactNode {
  const [given, others] = [tracedProps(node, true), tracedProps(node, false)];
  return (
    <>
      {given.length === 0 ? (
        <p className={styles.quiet}>页面没有写属性</p>
      ) : (
        given.map((each) => <TracedValueView key={each.name} told={each} named />)
      )}
      {others.length > 0 && (
        <details>
          <summary className={styles.more}>默认值 {others.length} 项</summary>
          {others.map((each) => (
            <TracedValueView key={each.name} told={each} named />
          ))}
        </details>
      )}
    </>
  );
});

/** An event's steps, and on request what they would do. */
function EventSteps({
  node,
  name,
  steps,
}: {
  node: NodeHandleImpl;
  name: string;
  steps: readonly ActionModel[];
}): ReactNode {
  const [notes, setNotes] = useState<readonly DryEntry[] | null>(null);
  const [busy, setBusy] = useState(false);
  const rehearse = async (): Promise<void> => {
    setBusy(true);
    setNotes(
      await dryRunEvent(
        { scope: node.scope, registry: node.registry, locals: node.locals },
        steps,
        null,
      ),
    );
    setBusy(false);
  };
  return (
    <div className={styles.block}>
      <div className={styles.row}>
        <span>
          <code>{name}</code>：
          {steps.map((step) => node.registry.action(step.do)?.title ?? step.do).join('、') ||
            '没有动作'}
        </span>
        {steps.length > 0 && (
          <button
            type="button"
            className={styles.button}
            disabled={busy}
            onClick={() => void rehearse()}
          >
            试运行
          </button>
        )}
      </div>
      {notes && (
        <ol className={styles.notes} aria-label={`${name} 会做的事`}>
          {notes.length === 0 ? (
            <li>什么也不会做</li>
          ) : (
            notes.map((note, i) => (
              <li key={i} className={note.problems ? styles.bad : undefined}>
                {note.text}
              </li>
            ))
          )}
        </ol>
      )}
    </div>
  );
}

function Source({ node }: { node: NodeHandleImpl }): ReactNode {
  const json = jsonOf(node);
  const href = node.ports.sourceHref?.(node.scope.page.key, node.id);
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    void navigator.clipboard.writeText(json).then(() => setCopied(true));
  };
  return (
    <>
      <div className={styles.row}>
        <button type="button" className={styles.button} onClick={copy}>
          {copied ? '已复制' : '复制'}
        </button>
        {href && (
          <a className={styles.link} href={href} target="_blank" rel="noreferrer">
            在页面源码中打开
          </a>
        )}
      </div>
      <pre className={styles.json}>{json}</pre>
    </>
  );
}

const Sections = observer(function Sections({ node }: { node: NodeHandleImpl }): ReactNode {
  const faults = node.scope.faults.of(node.id);
  const { count, last, slowest } = node.watch;
  return (
    <>
      <Section title="数据" open>
        <Bound node={node} />
      </Section>
      <Section title="显示与修改" open>
        <Verdicts node={node} />
      </Section>
      <Section title="属性" open>
        <Values node={node} />
      </Section>
      <Section title="请求" open>
        <Requests node={node} />
      </Section>
      <Section title="读取">
        <p>
          {readsOf(node).map((path) => (
            <code key={path} className={styles.chip}>
              {path}
            </code>
          ))}
        </p>
      </Section>
      <Section title="动作">
        {eventsOf(node).length === 0 ? (
          <p className={styles.quiet}>没有事件</p>
        ) : (
          eventsOf(node).map(([name, steps]) => (
            <EventSteps key={name} node={node} name={name} steps={steps} />
          ))
        )}
      </Section>
      <Section title="绘制">
        <Line name="次数">{count}</Line>
        <Line name="用时">
          最近 {last.toFixed(1)} 毫秒，最长 {slowest.toFixed(1)} 毫秒
        </Line>
      </Section>
      <Section title={`问题 ${faults.length + node.model.problems.length}`}>
        {node.model.problems.map((problem) => (
          <Line key={problem.path + problem.msg} name="配置">
            {problem.msg}
          </Line>
        ))}
        {faults.map((fault, i) => (
          <Line key={i} name={fault.error.name}>
            {fault.error.message}
          </Line>
        ))}
        {faults.length + node.model.problems.length === 0 && <p className={styles.quiet}>没有</p>}
      </Section>
      <Section title="源码">
        <Source node={node} />
      </Section>
    </>
  );
});

/** Why a node is in its state. Opens beside the page and leaves it usable; Esc closes. */
export default function Panel({ node, onPick, onClose, onAccess }: Props): ReactNode {
  const panel = useRef<HTMLDivElement>(null);
  const title = useId();
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, []);
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
  };
  const outer = nodeAround(node);
  const widget = node.registry.widget(node.type)?.definition.title ?? '未知组件';
  return createPortal(
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={title}
      data-noprint
      data-layer-name="why"
      tabIndex={-1}
      className={styles.panel}
      onKeyDown={keys}
    >
      <div className={styles.head}>
        <div className={styles.name}>
          <h2 id={title} className={styles.title}>
            为什么：{widget}
          </h2>
          <code className={styles.place}>
            {node.scope.page.key} · {node.id} · {node.type}
          </code>
        </div>
        {onAccess && (
          <button
            type="button"
            className={iconButton.button}
            aria-label="权限说明"
            title="权限说明"
            onClick={onAccess}
          >
            <Icon name="lock" />
          </button>
        )}
        {outer && (
          <button
            type="button"
            className={iconButton.button}
            aria-label="看外层节点"
            title={`外层：${outer.id}`}
            onClick={() => onPick(outer)}
          >
            <Icon name="up" />
          </button>
        )}
        <button
          type="button"
          className={iconButton.button}
          aria-label="关闭"
          title="关闭"
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className={styles.body} key={`${node.scope.page.key} ${node.id}`}>
        <Sections node={node} />
      </div>
    </div>,
    document.body,
  );
}
