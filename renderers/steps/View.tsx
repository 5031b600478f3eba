import '@arco-design/web-react/es/Button/style/index.css';
import Button from '@arco-design/web-react/es/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useDelayedFlag, arrowTarget, useNarrow } from '../../src/ui/hooks/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { textOf } from '../../src/values/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import type { StepsProps } from './index.ts';
import { stepsOf, useSteps, type Step, type Wizard } from './use-steps.ts';
import styles from './View.module.css';

type Mark = 'done' | 'now' | 'ahead' | 'wrong';
const SAYS: Record<Mark, string> = {
  done: '已完成',
  now: '当前',
  ahead: '未开始',
  wrong: '有需要更正之处',
};
const markOf = ({ at, reached, faulty }: Wizard, { key }: Step, index: number): Mark =>
  index === at
    ? 'now'
    : faulty.has(key)
      ? 'wrong'
      : index < at || index < reached
        ? 'done'
        : 'ahead';

/** The number, name and state of one step; a button when it can be gone to. */
const Head = observer(function Head({
  node,
  wizard,
  step,
  index,
}: {
  node: NodeHandle<StepsProps>;
  wizard: Wizard;
  step: Step;
  index: number;
}) {
  const mark = markOf(wizard, step, index);
  const open =
    node.props.readonly !== true &&
    !node.state.disabled &&
    (index <= wizard.reached || node.props.free === true);
  return (
    <button
      type="button"
      data-step
      className={`${styles.head} ${styles[mark]}`}
      aria-current={mark === 'now' ? 'step' : undefined}
      disabled={!open}
      onClick={() => void wizard.go(index)}
    >
      <span className={styles.number} aria-hidden>
        {mark === 'done' ? (
          <Icon name="check" />
        ) : mark === 'wrong' ? (
          <Icon name="exclamation" />
        ) : (
          index + 1
        )}
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{step.title}</span>
        {step.description && <span className={styles.description}>{step.description}</span>}
      </span>
      <span className="hz-hidden">（{SAYS[mark]}）</span>
    </button>
  );
});

interface ButtonsProps {
  node: NodeHandle<StepsProps>;
  wizard: Wizard;
  last: boolean;
}
const Buttons = observer(function Buttons({ node, wizard, last }: ButtonsProps) {
  const busy = useDelayedFlag(node.busy);
  const { back, next, finish } = node.props;
  return (
    <div className={styles.buttons}>
      {node.slot('extra')}
      {wizard.at > 0 && (
        <Button disabled={node.busy} onClick={() => void wizard.go(wizard.at - 1)}>
          {textOf(back) || '上一步'}
        </Button>
      )}
      <Button
        type="primary"
        loading={busy}
        disabled={node.state.disabled}
        aria-disabled={node.busy || undefined}
        onClick={() => void (last ? wizard.finish() : wizard.go(wizard.at + 1))}
      >
        {last ? textOf(finish) || '完成' : textOf(next) || '下一步'}
      </Button>
    </div>
  );
});

/** Named steps one after the other; what was filled in stays while a person goes back and forth. */
export default function StepsView({ node }: WidgetViewProps<StepsProps>) {
  const steps = stepsOf(node.props.items);
  const wizard = useSteps(node, steps);
  const narrow = useNarrow();
  const upright = narrow || node.props.direction === 'vertical';
  const seen = useRef(new Set<string>());
  const list = useRef<HTMLOListElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const { at } = wizard;
  seen.current.add(steps[at]?.key ?? '');
  // The focus follows to what is new, unless a field already has it.
  const before = useRef(at);
  useEffect(() => {
    if (before.current !== at && !panel.current?.contains(document.activeElement))
      panel.current?.focus({ preventScroll: true });
    before.current = at;
  }, [at]);
  const keys = (event: KeyboardEvent) => {
    if (!(event.target instanceof Element) || !event.target.matches('[data-step]')) return;
    const target = arrowTarget(
      event,
      list.current,
      '[data-step]:not(:disabled)',
      upright ? 'vertical' : 'horizontal',
    );
    if (target) {
      event.preventDefault();
      target.focus();
    }
  };
  const panels: ReactNode = steps.map(
    ({ key, title }, index) =>
      seen.current.has(key) &&
      node.hasSlot(key) && (
        <div
          key={key}
          ref={index === at ? panel : undefined}
          role="group"
          tabIndex={-1}
          aria-label={title}
          hidden={index !== at}
          className={styles.panel}
        >
          {node.slot(key)}
        </div>
      ),
  );
  return (
    <div
      data-wizard
      className={`${styles.steps} ${upright ? styles.upright : ''} ${narrow ? styles.narrow : ''}`}
    >
      <nav aria-label={textOf(node.props.label) || '步骤'} className={styles.nav}>
        {narrow && (
          <p className={styles.place}>
            第 {at + 1} 步，共 {steps.length} 步
          </p>
        )}
        <ol ref={list} className={styles.list} onKeyDown={keys}>
          {steps.map((step, index) => (
            <li key={step.key} className={styles.item} data-passed={index < at || undefined}>
              <Head node={node} wizard={wizard} step={step} index={index} />
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.content}>
        {panels}
        {node.props.readonly !== true && steps.length > 0 && (
          <Buttons node={node} wizard={wizard} last={at === steps.length - 1} />
        )}
      </div>
    </div>
  );
}
