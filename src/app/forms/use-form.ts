import { asFailure } from '../../contract/index.ts';
import { useCallback, useEffect, useState } from 'react';
import type { OpenedForm, RecordValues } from '../../contract/index.ts';
import { useApplication } from '../shells/context.ts';
import type { FormCredentials } from './form-ports.ts';

/** This browser, to forms that count by visitor. */
const VISITOR = 'form.visitor';
const passKey = (token: string): string => `form.pass.${token}`;

/** The earlier submission that was asked for: its values, or that it cannot be changed. */
type PreviousSubmission = { readonly values: RecordValues } | 'locked';
export interface LoadedForm {
  readonly kind: 'opened';
  readonly form: OpenedForm;
  readonly credentials: FormCredentials;
  readonly previous?: PreviousSubmission | undefined;
  readonly number: number;
}
export type FormLoad =
  | { kind: 'loading' }
  | { kind: 'unknown' }
  | { kind: 'failed'; failure: unknown }
  | LoadedForm;

let openCount = 0;
const isUnknown = (failure: unknown): boolean => asFailure(failure).code === 404;

/**
 * Opens what a link leads to, again on `reopen`: after a password, a change by its builder, or for
 * one more submission.
 */
export function useForm(
  token: string,
  editKey: string | undefined,
): { load: FormLoad; reopen(): void; unlocked(pass: string): void } {
  const { api, ports } = useApplication();
  const [load, setLoad] = useState<FormLoad>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let cancelled = false;
    const credentials: FormCredentials = {
      token,
      visitor: visitorOf(ports.remembered),
      pass: sessionStorage.getItem(passKey(token)) ?? undefined,
      editKey,
    };
    const keys = {
      token,
      visitor: credentials.visitor,
      ...(credentials.pass !== undefined && { pass: credentials.pass }),
    };
    const loadPrevious = async (form: OpenedForm): Promise<PreviousSubmission | undefined> => {
      if (editKey === undefined || !isContentVisible(form)) return undefined;
      const [found] = form.allowEdit
        ? await api.call('bizmeta.smartform.mine', { ...keys, editKey })
        : [];
      if (!found?.canEdit) return 'locked';
      ports.labels.add(found.labels);
      return { values: found.values };
    };
    const open = async (): Promise<FormLoad> => {
      const form = await api.call('bizmeta.smartform.open', keys);
      return {
        kind: 'opened',
        form,
        credentials,
        number: ++openCount,
        previous: await loadPrevious(form),
      };
    };
    open()
      .catch((failure: unknown): FormLoad =>
        isUnknown(failure) ? { kind: 'unknown' } : { kind: 'failed', failure },
      )
      .then(
        (next) => {
          if (!cancelled) setLoad(next);
        },
        () => undefined,
      );
    return () => {
      cancelled = true;
    };
  }, [api, ports, token, editKey, attempt]);

  const reopen = useCallback(() => setAttempt((was) => was + 1), []);
  const unlocked = useCallback(
    (pass: string) => {
      sessionStorage.setItem(passKey(token), pass);
      reopen();
    },
    [token, reopen],
  );
  return { load, reopen, unlocked };
}
/** Only a user who has been admitted learns about an earlier submission. */
const isContentVisible = ({ state }: OpenedForm): boolean =>
  state !== 'login' && state !== 'password' && state !== 'stopped';

function visitorOf(remembered: {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}): string {
  const known = remembered.get(VISITOR);
  if (typeof known === 'string') return known;
  const fresh = crypto.randomUUID();
  remembered.set(VISITOR, fresh);
  return fresh;
}
