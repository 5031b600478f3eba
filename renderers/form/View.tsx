import { useContext, useEffect, useMemo } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';
import { FormWindowContext, useFormWindow, useUnsavedInLayer } from '../../src/view/index.ts';
import { LayerContext, useShortcut } from '../../src/ui/overlay/index.ts';
import { asForm, equalData, type FormModel } from '../../src/runtime/models/index.ts';
import { useDelayedFlag, useStable } from '../../src/ui/hooks/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { FailureCard } from '../../src/ui/display/index.ts';
import { failureText, numberOf, textOf } from '../../src/values/index.ts';
import { FormBusyContext, useFormBusy } from '../../src/ui/inputs/index.ts';
import type { FormProps } from './index.ts';
import { useSubmit } from './use-submit.ts';
import styles from './View.module.css';

/**
 * Confirms closing the window, or the drawer or dialog around it, with unsaved work; values handed
 * to the page since then count as saved.
 */
function useLeaveGuard(form: FormModel, on: boolean, busy: boolean, handedOn: () => unknown): void {
  const isUnsaved = useStable(
    () =>
      on &&
      (form.sending ||
        (!busy && form.status === 'ready' && form.dirty && !equalData(form.changes(), handedOn()))),
  );
  useUnsavedInLayer(isUnsaved);
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', leave);
    return () => window.removeEventListener('beforeunload', leave);
  }, [isUnsaved]);
}
/** Enter in a line of text would submit, as HTML has it; buttons keep theirs. */
const holdEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
};
/**
 * The same for a form in a form, which HTML does not know: its events would end at the outer one,
 * and leave the page.
 */
const enterSubmits =
  (submit: () => void) =>
  (event: KeyboardEvent): void => {
    if (
      event.defaultPrevented ||
      event.key !== 'Enter' ||
      !(event.target instanceof HTMLInputElement) ||
      event.nativeEvent.isComposing
    )
      return;
    event.preventDefault();
    submit();
  };
const Waiting = () => (
  <div className={styles.waiting} role="status" aria-label="加载中">
    {Array.from({ length: 5 }, (_, index) => (
      <div key={index} className={styles.bone}>
        <span className="hz-skeleton" />
        <span className="hz-skeleton" />
      </div>
    ))}
  </div>
);

/**
 * A form around its fields: submits at Enter and Ctrl S, shows loading and failure of what it
 * edits.
 */
export default function FormView({ node }: WidgetViewProps<FormProps>) {
  const form = asForm(node.bound);
  const { fill, gap, maxWidth, guard, enter, label } = node.props;
  const submit = useSubmit(node, form);
  useLeaveGuard(form, guard !== false, node.busy, submit.handedOn);
  const formWindow = useFormWindow(node, node.props.windowed !== false);
  const late = useDelayedFlag(node.busy);
  const layer = useContext(LayerContext);
  const nested = useFormBusy().layer === layer;
  // The keys are the outer form's.
  useShortcut('mod+s', nested ? null : submit.run, '保存');
  const busy = useMemo(
    () => ({ busy: late, blocked: submit.blocked, layer, submit: nested ? submit.run : null }),
    [late, submit.blocked, submit.run, nested, layer],
  );
  if (form.status === 'loading') return <Waiting />;
  if (form.status === 'failed')
    return <FailureCard text={failureText(form.failure)} onRetry={() => void form.reload()} />;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    submit.run();
  };
  const width = numberOf(maxWidth, 0);
  const frame = {
    'aria-label': textOf(label) || undefined,
    'aria-busy': node.busy || undefined,
    className: `${styles.form} ${fill ? styles.fill : ''} ${node.hasSlot('footer') ? styles.withFooter : ''}`,
    style: width > 0 ? { maxWidth: width } : undefined,
  };
  const content = (
    <>
      <div className={styles.body} style={{ gap: numberOf(gap, 16) }}>
        <FormWindowContext value={formWindow}>{node.slot('body')}</FormWindowContext>
      </div>
      {node.hasSlot('footer') && <div className={styles.footer}>{node.slot('footer')}</div>}
    </>
  );
  return (
    <FormBusyContext.Provider value={busy}>
      {nested ? (
        <div
          role="form"
          {...frame}
          onKeyDown={enter === false ? holdEnter : enterSubmits(submit.run)}
        >
          {content}
        </div>
      ) : (
        <form
          noValidate
          {...frame}
          onKeyDown={enter === false ? holdEnter : undefined}
          onSubmit={onSubmit}
        >
          {content}
        </form>
      )}
    </FormBusyContext.Provider>
  );
}
