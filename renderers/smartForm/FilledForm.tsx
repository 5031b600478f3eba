import { useEffect, useMemo, useRef, type RefObject } from 'react';
import type { RecordValues } from '../../src/contract/index.ts';
import { FormRules } from '../../src/runtime/models/index.ts';
import type { EnginePorts } from '../../src/runtime/ports/index.ts';
import { useNarrow, useStable } from '../../src/ui/hooks/index.ts';
import { useCarriedValues } from './carried-values.ts';
import { formPorts } from './form-ports.ts';
import { FormFailure, NO_FORM, NoticePage } from './notices.tsx';
import { useOpenedForm, type Opened } from './use-opened-form.ts';
import { AnsweredPage, PageSkeleton } from '../../src/view/index.ts';

interface FilledFormProps {
  /** Of the page around it. */
  ports: EnginePorts;
  /** Its link's token, or for a member its id. */
  token: string;
  /** The key or id of an earlier submission that is to be changed. */
  edit: string | undefined;
  inside: boolean;
  /** Where who fills in finds what they have submitted; '' for nowhere. */
  mine: string;
  /** Another submission is to be changed; none: a new one begins. */
  onEdit(key: string | undefined): void;
  onOpened(name: string): void;
  onMissing(): void;
  onSent(): void;
}

function useNotice(missing: boolean, onMissing: () => void): void {
  const notifyMissing = useStable(onMissing);
  useEffect(() => {
    if (missing) notifyMissing();
  }, [missing, notifyMissing]);
}

/** A smart form, whole: what its link opens, filled in and sent, and what comes after. */
export function FilledForm(props: FilledFormProps) {
  const { ports, token, edit, inside, onEdit } = props;
  const typed = useRef<RecordValues | null>(null);
  const { opening, reopen, unlocked } = useOpenedForm(ports, token, edit, !inside);
  useNotice(opening.kind === 'unknown', () => props.onMissing());
  if (opening.kind === 'loading') return <PageSkeleton />;
  if (opening.kind === 'failed')
    return <FormFailure title="表单没有打开" text={opening.failure.message} onRetry={reopen} />;
  if (opening.kind === 'unknown') return <NoticePage pageKey={NO_FORM} inside={inside} />;
  return (
    <OpenedForm
      {...props}
      key={opening.number}
      opened={opening}
      typed={typed}
      reopen={reopen}
      unlocked={unlocked}
      again={() => {
        if (edit !== undefined) onEdit(undefined);
        else reopen();
      }}
    />
  );
}

interface OpenedProps extends FilledFormProps {
  opened: Opened;
  /** What was typed in the version of the form before this one. */
  typed: RefObject<RecordValues | null>;
  reopen(): void;
  unlocked(pass: string): void;
  again(): void;
}
/**
 * A form made for the other kind of screen is not filled in here; one that has begun stays, however
 * the window changes.
 */
function useFits(terminal: 'pc' | 'mobile' | 'both'): boolean {
  const narrow = useNarrow();
  const fitted = useRef(false);
  fitted.current ||= terminal === 'both' || narrow === (terminal === 'mobile');
  return fitted.current;
}

function OpenedForm({
  ports,
  opened: { form, credentials },
  inside,
  mine,
  typed,
  reopen,
  unlocked,
  again,
  onEdit,
  onOpened,
  onSent,
}: OpenedProps) {
  const notifyOpened = useStable(() => onOpened(form.name));
  useEffect(notifyOpened, [form, notifyOpened]);
  const fits = useFits(form.body?.terminal ?? 'both');
  const rules = useMemo(
    () =>
      form.body && form.describe ? new FormRules(form.body, form.describe.fields, ports) : null,
    [form, ports],
  );
  const { changed, onScope } = useCarriedValues(typed, ports, reopen);
  const own = useMemo(
    () => formPorts({ ports, credentials, form, rules, changed }),
    [ports, credentials, form, rules, changed],
  );
  const editKey = useRef(credentials.editKey);
  const onEmit = (event: string, payload: unknown): void => {
    const given = (payload ?? {}) as { editKey?: string | null; pass?: string };
    if (event === 'sent') {
      editKey.current = given.editKey ?? editKey.current;
      onSent();
    }
    if (event === 'unlocked' && given.pass) unlocked(given.pass);
    if (event === 'again') again();
    if (event === 'change' && editKey.current) {
      if (editKey.current === credentials.editKey) reopen();
      else onEdit(editKey.current);
    }
    if (event === 'login') ports.open(loginAddress(), 'self');
  };
  return (
    <AnsweredPage
      key={String(fits)}
      page={form.page}
      params={{ inside, fits, mine, address: location.href }}
      ports={own}
      rules={fits ? rules : null}
      onEmit={onEmit}
      onScope={onScope}
    />
  );
}

/** Signing in, and back to here. */
const loginAddress = (): string =>
  `/passport.html#/login?${new URLSearchParams({ returnTo: location.pathname + location.search }).toString()}`;
