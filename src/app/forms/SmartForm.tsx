import { useEffect, useMemo, useRef } from 'react';
import { PageSkeleton } from '../../view/index.ts';
import { useStable, useNarrow } from '../../ui/hooks/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import type { PageScope } from '../../runtime/scope/index.ts';
import {
  closedFormPage,
  FormLogic,
  isFilled,
  lockedFormPage,
  noFormPage,
  otherDevicePage,
  smartFormPage,
  type FormPageOptions,
  type PageDocument,
  type SheetOptions,
} from '../../page/index.ts';
import { loginAddress } from '../routing/return-path.ts';
import { useApplication } from '../shells/context.ts';
import { Notice } from '../shells/Notice.tsx';
import { formPorts } from './form-ports.ts';
import { momentText, GeneratedPage, pageKeyPart } from './GeneratedPage.tsx';
import { useForm, type LoadedForm } from './use-form.ts';

export interface SmartFormProps {
  /** Its link's token, or for a member its id. */
  token: string;
  /** The key or id of an earlier submission that is to be changed. */
  edit?: string | undefined;
  /** It is inside another page. */
  inside?: boolean;
  /** Where who fills in finds what they have submitted. */
  minePath?: string;
  /** Another submission is to be changed; none: a new one begins. */
  onEdit(key: string | undefined): void;
  onOpened?: ((name: string) => void) | undefined;
  onSent?: (() => void) | undefined;
  onScope?: ((scope: PageScope | null) => void) | undefined;
}

/** A smart form, whole: what its link opens, filled in and sent, and what comes after. */
export default function SmartForm(props: SmartFormProps) {
  const { token, edit, inside, onEdit } = props;
  const { load, reopen, unlocked } = useForm(token, edit);
  const sheet: SheetOptions = { key: pageKeyPart(token), inside };
  if (load.kind === 'loading') return <PageSkeleton />;
  if (load.kind === 'failed')
    return (
      <Notice
        title="表单没有打开"
        text={(load.failure as Error).message}
        action="重试"
        onAction={reopen}
      />
    );
  if (load.kind === 'unknown')
    return <GeneratedPage page={noFormPage(sheet)} onScope={props.onScope} />;
  return (
    <OpenedForm
      {...props}
      key={load.number}
      opened={load}
      sheet={sheet}
      reopen={reopen}
      unlocked={unlocked}
      again={() => {
        if (edit !== undefined) onEdit(undefined);
        else reopen();
      }}
    />
  );
}

interface OpenedProps extends SmartFormProps {
  opened: LoadedForm;
  sheet: SheetOptions;
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
  opened: { form, credentials, previous },
  sheet,
  reopen,
  unlocked,
  again,
  minePath,
  onEdit,
  onOpened,
  onSent,
  onScope,
}: OpenedProps) {
  const { ports, api } = useApplication();
  const notifyOpened = useStable(() => onOpened?.(form.name));
  useEffect(notifyOpened, [form, notifyOpened]);
  // A form that is closed may still be changed by who has submitted it.
  const fills =
    previous !== 'locked' && isFilled(form) && (form.state === 'open' || previous !== undefined);
  const logic = useMemo(
    () =>
      fills && form.body && form.describe ? new FormLogic(form.body, form.describe.fields) : null,
    [fills, form],
  );
  const own = useMemo(
    () => formPorts({ key: sheet.key, ports, api, credentials, form, logic, changed: reopen }),
    [sheet.key, ports, api, credentials, form, logic, reopen],
  );
  const terminal = form.body?.terminal ?? 'both';
  const fits = useFits(fills ? terminal : 'both');
  const page = usePage(
    () =>
      terminal !== 'both' && !fits
        ? otherDevicePage(form.name, terminal, location.href, sheet)
        : pageOf(own, form, { ...sheet, minePath }, previous),
    fits,
  );
  const editKey = useRef(credentials.editKey);
  const onEmit = (event: string, payload: unknown): void => {
    const given = (payload ?? {}) as { editKey?: string | null; pass?: string };
    if (event === 'sent') {
      editKey.current = given.editKey ?? editKey.current;
      onSent?.();
    }
    if (event === 'unlocked' && given.pass) unlocked(given.pass);
    if (event === 'again') again();
    if (event === 'change' && editKey.current) {
      if (editKey.current === credentials.editKey) reopen();
      else onEdit(editKey.current);
    }
    if (event === 'login') location.assign(loginAddress(location.pathname + location.search, ''));
  };
  return (
    <GeneratedPage
      key={page.key + String(fits)}
      page={page}
      ports={own}
      logic={fits ? logic : null}
      fields={form.describe?.fields ?? []}
      onScope={onScope}
      onEmit={onEmit}
    />
  );
}

/** Made once: a form being filled in is never redrawn from a new document. */
function usePage(make: () => PageDocument, fits: boolean): PageDocument {
  const made = useRef<{ fits: boolean; page: PageDocument } | null>(null);
  if (made.current?.fits !== fits) made.current = { fits, page: make() };
  return made.current!.page;
}

function pageOf(
  ports: EnginePorts,
  form: LoadedForm['form'],
  sheet: FormPageOptions,
  previous: LoadedForm['previous'],
): PageDocument {
  if (previous === 'locked') return lockedFormPage(form, sheet);
  if (!isFilled(form) || (form.state !== 'open' && !previous))
    return closedFormPage(form, sheet, momentText);
  return smartFormPage(form, {
    ...sheet,
    values: previous?.values,
    restored: !previous && hasDraft(ports, sheet.key),
  });
}
const hasDraft = ({ remembered }: EnginePorts, key: string): boolean =>
  Object.keys(remembered.get(`form.${key}.record.new`) ?? {}).length > 0;
