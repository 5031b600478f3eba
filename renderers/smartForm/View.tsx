import { Suspense } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { OpenedForm } from '../../src/contract/index.ts';
import { PageSkeleton } from '../../src/view/index.ts';
import { useStable, NarrowContext } from '../../src/ui/hooks/index.ts';
import type { SmartFormView as FormProps } from '../../src/runtime/ports/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { EmptyState } from '../../src/ui/display/index.ts';
import { isRecord, textOf } from '../../src/values/index.ts';
import type { SmartFormProps } from './index.ts';
import styles from './View.module.css';

const isDraft = (given: unknown): given is OpenedForm =>
  isRecord(given) && isRecord(given['body']) && isRecord(given['describe']);

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
 * made to be tried out.
 */
export default function SmartFormView({ node }: WidgetViewProps<SmartFormProps>) {
  const Form = node.ports.smartForm as ComponentType<FormProps> | undefined;
  const [form, edit, submission] = [
    textOf(node.props.form),
    textOf(node.props.edit),
    textOf(node.props.submission),
  ];
  const draft = isDraft(node.props.draft) ? node.props.draft : null;
  const handleEvent = useStable(
    (event: string, payload: Record<string, unknown>) => void node.emit(event, payload),
  );
  if (form === '' && submission === '' && !draft)
    return (
      <EmptyState
        drawing="box"
        title="没有选择表单"
        text="选好一份智能表单后，就可以在这里填写。"
      />
    );
  if (!Form) return <EmptyState drawing="box" title="智能表单" text="发布后，表单会显示在这里。" />;
  return onDevice(
    node.props.device,
    <Suspense fallback={<PageSkeleton />}>
      <Form
        form={form}
        edit={edit}
        submission={submission}
        draft={draft}
        alone={node.props.alone === true}
        onEvent={handleEvent}
      />
    </Suspense>,
  );
}
