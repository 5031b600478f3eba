import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { OpenedForm } from '../../src/contract/index.ts';
import { NarrowContext, useStable } from '../../src/ui/hooks/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { EmptyState } from '../../src/ui/display/index.ts';
import { isRecord, textOf } from '../../src/values/index.ts';
import { DraftForm } from './DraftForm.tsx';
import { FilledForm } from './FilledForm.tsx';
import { SubmittedForm } from './SubmittedForm.tsx';
import type { SmartFormProps } from './index.ts';
import styles from './View.module.css';

const isDraft = (given: unknown): given is OpenedForm =>
  isRecord(given) && isRecord(given['page']) && isRecord(given['page']['document']);

/**
 * As a screen of the chosen kind shows it, at any window size: a phone's width, or a large screen's
 * layout.
 */
function onDevice(device: unknown, content: ReactNode): ReactNode {
  if (device !== 'mobile' && device !== 'pc') return content;
  return (
    <NarrowContext.Provider value={device === 'mobile'}>
      <div className={device === 'mobile' ? styles.phone : styles.screen}>{content}</div>
    </NarrowContext.Provider>
  );
}

/**
 * A smart form in a page: filled in and sent, one's own submission to be read, or one that is being
 * made to be tried out. Its pages are the server's.
 */
export default function SmartFormView({ node }: WidgetViewProps<SmartFormProps>) {
  return onDevice(node.props.device, <Content node={node} />);
}

function Content({ node }: { node: NodeHandle<SmartFormProps> }): ReactNode {
  const { ports } = node;
  const [form, submission] = [textOf(node.props.form), textOf(node.props.submission)];
  const emit = useStable((event: string, payload: Record<string, unknown>) => {
    if (node.handles(event)) void node.emit(event, payload);
  });
  if (isDraft(node.props.draft)) return <DraftForm ports={ports} draft={node.props.draft} />;
  if (form === '' && submission === '')
    return (
      <EmptyState
        drawing="box"
        title="没有选择表单"
        text="选好一份智能表单后，就可以在这里填写。"
      />
    );
  if (ports.preview)
    return <EmptyState drawing="box" title="智能表单" text="发布后，表单会显示在这里。" />;
  const shared = {
    ports,
    inside: node.props.alone !== true,
    onOpened: (name: string) => emit('opened', { name }),
    onMissing: () => emit('missing', {}),
  };
  return submission === '' ? (
    <Filled key={form} {...shared} node={node} emit={emit} token={form} />
  ) : (
    <SubmittedForm
      key={submission}
      {...shared}
      id={submission}
      onChange={({ id, formId, object, appId }) => emit('change', { id, formId, object, appId })}
    />
  );
}

type FilledProps = Pick<
  Parameters<typeof FilledForm>[0],
  'ports' | 'token' | 'inside' | 'onOpened' | 'onMissing'
> & {
  node: NodeHandle<SmartFormProps>;
  emit(event: string, payload: Record<string, unknown>): void;
};

/** Which submission is changed follows the prop, and what the form itself leads to. */
function Filled({ node, emit, ...props }: FilledProps) {
  const given = textOf(node.props.edit);
  const [edit, setEdit] = useState(given);
  useEffect(() => setEdit(given), [given]);
  return (
    <FilledForm
      {...props}
      edit={edit === '' ? undefined : edit}
      mine={textOf(node.props.mine)}
      onEdit={(next = '') => {
        setEdit(next);
        emit('edit', { key: next });
      }}
      onSent={() => emit('sent', {})}
    />
  );
}
