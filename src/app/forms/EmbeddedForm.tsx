import { useEffect, useState } from 'react';
import type { SmartFormView } from '../../runtime/ports/index.ts';
import DraftForm from './DraftForm.tsx';
import SmartForm from './SmartForm.tsx';
import SubmittedForm from './SubmittedForm.tsx';

/** Where a member finds what they have submitted. */
const MINE = '/main/forms/mine';

/** A smart form, or what was submitted to one, inside a page: what smartForm@1 draws. */
export default function EmbeddedForm({
  form,
  edit,
  submission,
  draft,
  alone,
  onEvent,
}: SmartFormView) {
  const [key, setKey] = useState(edit);
  useEffect(() => setKey(edit), [edit]);
  const opened = (name: string): void => onEvent('opened', { name });
  if (draft) return <DraftForm draft={draft} />;
  if (submission !== '')
    return (
      <SubmittedForm
        key={submission}
        id={submission}
        inside={!alone}
        onOpened={opened}
        onChange={({ id, formId, object, appId }) =>
          onEvent('change', { id, formId, object, appId })
        }
      />
    );
  return (
    <SmartForm
      key={form}
      token={form}
      edit={key === '' ? undefined : key}
      inside={!alone}
      minePath={MINE}
      onEdit={(next) => setKey(next ?? '')}
      onOpened={opened}
      onSent={() => onEvent('sent', {})}
    />
  );
}
