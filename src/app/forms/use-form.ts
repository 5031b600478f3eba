import { useCallback, useEffect, useState } from 'react';
import type { OpenedForm, RecordValues } from '../../contract/index.ts';
import { useApplication } from '../shells/context.ts';
import type { Visit } from './form-ports.ts';

/** This browser, to forms that count by visitor. */
const VISITOR = 'form.visitor';
const passKey = (token: string): string => `form.pass.${token}`;

/** The earlier submission that was asked for: its values, or that it cannot be changed. */
export type Earlier = { readonly values: RecordValues } | 'locked';
export interface Opened {
  readonly kind: 'opened';
  readonly form: OpenedForm;
  readonly visit: Visit;
  readonly earlier?: Earlier | undefined;
  readonly number: number;
}
export type FormLoad =
  | { kind: 'loading' }
  | { kind: 'unknown' }
  | { kind: 'failed'; failure: unknown }
  | Opened;

let opened = 0;
const isUnknown = (failure: unknown): boolean => (failure as { code?: number }).code === 404;

/**
 * What a link opens, and anew when asked: after a password, a change by its builder, one more
 * submission.
 */
export function useForm(
  token: string,
  editKey: string | undefined,
): { load: FormLoad; reopen(): void; unlocked(pass: string): void } {
  const { api, ports } = useApplication();
  const [load, setLoad] = useState<FormLoad>({ kind: 'loading' });
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    let left = false;
    const visit: Visit = {
      token,
      visitor: visitorOf(ports.remembered),
      pass: sessionStorage.getItem(passKey(token)) ?? undefined,
      editKey,
    };
    const keys = {
      token,
      visitor: visit.visitor,
      ...(visit.pass !== undefined && { pass: visit.pass }),
    };
    const earlier = async (form: OpenedForm): Promise<Earlier | undefined> => {
      if (editKey === undefined || !isSeen(form)) return undefined;
      const [found] = form.allowEdit
        ? await api.call('bizmeta.smartform.mine', { ...keys, editKey })
        : [];
      if (!found?.canEdit) return 'locked';
      ports.labels.add(found.labels);
      return { values: found.values };
    };
    const whole = async (): Promise<FormLoad> => {
      const form = await api.call('bizmeta.smartform.open', keys);
      return { kind: 'opened', form, visit, number: ++opened, earlier: await earlier(form) };
    };
    whole()
      .catch((failure: unknown): FormLoad =>
        isUnknown(failure) ? { kind: 'unknown' } : { kind: 'failed', failure },
      )
      .then(
        (next) => {
          if (!left) setLoad(next);
        },
        () => undefined,
      );
    return () => {
      left = true;
    };
  }, [api, ports, token, editKey, turn]);

  const reopen = useCallback(() => setTurn((was) => was + 1), []);
  const unlocked = useCallback(
    (pass: string) => {
      sessionStorage.setItem(passKey(token), pass);
      reopen();
    },
    [token, reopen],
  );
  return { load, reopen, unlocked };
}
/** Who is still at the door finds out about an earlier submission behind it. */
const isSeen = ({ state }: OpenedForm): boolean =>
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
