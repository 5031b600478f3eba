import { useCallback, useEffect, useState } from 'react';
import { asFailure, type OpenedForm } from '../../src/contract/index.ts';
import { addressValues, type EnginePorts } from '../../src/runtime/ports/index.ts';
import { sharedInput, type FormCredentials } from './form-ports.ts';

/** This browser, to forms that count by visitor. */
const VISITOR = 'form.visitor';
const passKey = (token: string): string => `form.pass.${token}`;

export interface Opened {
  readonly kind: 'opened';
  readonly form: OpenedForm;
  readonly credentials: FormCredentials;
  readonly number: number;
}
export type Opening =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly failure: Error }
  | Opened;
const LOADING: Opening = { kind: 'loading' };

let openCount = 0;

/**
 * Opens what a link leads to, again on `reopen`: after a password, a change by its builder, or for
 * one more submission. A form the page's address is of is filled in by it.
 */
export function useOpenedForm(
  ports: EnginePorts,
  token: string,
  editKey: string | undefined,
  inAddress: boolean,
): { opening: Opening; reopen(): void; unlocked(pass: string): void } {
  const [opening, setOpening] = useState<Opening>(LOADING);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let cancelled = false;
    const credentials: FormCredentials = {
      token,
      visitor: visitorOf(ports.remembered),
      pass: sessionStorage.getItem(passKey(token)) ?? undefined,
      editKey,
      ...(inAddress && editKey === undefined && { address: addressValues(ports.location().query) }),
    };
    openWith(ports, credentials).then(
      (next) => {
        if (!cancelled) setOpening(next);
      },
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, [ports, token, editKey, inAddress, attempt]);

  const reopen = useCallback(() => setAttempt((was) => was + 1), []);
  const unlocked = useCallback(
    (pass: string) => {
      sessionStorage.setItem(passKey(token), pass);
      reopen();
    },
    [token, reopen],
  );
  return { opening, reopen, unlocked };
}

function visitorOf(remembered: EnginePorts['remembered']): string {
  const known = remembered.get(VISITOR);
  if (typeof known === 'string') return known;
  const fresh = crypto.randomUUID();
  remembered.set(VISITOR, fresh);
  return fresh;
}

/** Asks for the form; a failure is an answer as well. */
function openWith(ports: EnginePorts, credentials: FormCredentials): Promise<Opening> {
  const { editKey, address } = credentials;
  const input = {
    ...sharedInput(credentials),
    ...(editKey !== undefined && { editKey }),
    ...(address && { address }),
  };
  return ports.call('bizmeta.smartform.open', input).then(
    (form): Opening => ({
      kind: 'opened',
      form: form as OpenedForm,
      credentials,
      number: ++openCount,
    }),
    (failure: unknown): Opening =>
      asFailure(failure).code === 404
        ? { kind: 'unknown' }
        : { kind: 'failed', failure: failure as Error },
  );
}
