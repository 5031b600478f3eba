import { CANCELLED, QUIET_CODES, QUIET_FILE_CODE } from '../../contract/index.ts';
import { DEFAULT_MESSAGE, isSessionLost } from './failure.ts';

/** How a failure is shown. */
export type Presentation = 'nothing' | 'login' | 'dialog' | 'toast';
interface FailureInfo {
  code: number;
  status?: number;
  reason?: string;
  file?: boolean;
  shown?: boolean;
  message?: string;
}

const startsWith = (value: number | undefined, digits: string): boolean =>
  String(value ?? '').startsWith(digits);

/**
 * The error catalogue of the specification's section 8: what is shown for which failure, first
 * match wins. Every failure of every call comes through here; what a failure says is settled in
 * failure.ts (msg, else message, else 服务器异常).
 */
export const FAILURE_RULES = {
  'told already': { when: ({ shown }) => shown === true, show: 'nothing' },
  'given up by the caller': { when: ({ reason }) => reason === CANCELLED, show: 'nothing' },
  'suppressed body code': { when: ({ code }) => QUIET_CODES.has(code), show: 'nothing' },
  'file whose decoded code is 412': {
    when: ({ code, file }) => file === true && code === QUIET_FILE_CODE,
    show: 'nothing',
  },
  'body code 401 or 403 of the session': { when: isSessionLost, show: 'login' },
  'HTTP status starting 50': { when: ({ status }) => startsWith(status, '50'), show: 'dialog' },
  'body code 500 to 509': {
    when: ({ code }) => startsWith(code, '50') && code < 600,
    show: 'dialog',
  },
  'all else: body code 400, HTTP status starting 40, no answer': {
    when: () => true,
    show: 'toast',
  },
} as const satisfies Record<string, { when(failure: FailureInfo): boolean; show: Presentation }>;
export type FailureRule = keyof typeof FAILURE_RULES;

/** Which line of the catalogue a failure is. */
export const failureRuleOf = (failure: FailureInfo): FailureRule =>
  (Object.keys(FAILURE_RULES) as FailureRule[]).find((name) => FAILURE_RULES[name].when(failure))!;
export const presentationOf = (failure: FailureInfo): Presentation =>
  FAILURE_RULES[failureRuleOf(failure)].show;

export interface FailureScreen {
  toast(text: string): void;
  /** Titled 异常, with a close button only. */
  dialog(text: string): void;
  login(): void;
}

const isAbort = (failure: unknown): boolean =>
  failure instanceof Error && failure.name === 'AbortError';

/** A fault of ours may carry a sentence for programmers: a person only gets one they can read. */
const isForPeople = (text: string): boolean => /\p{Script=Han}/u.test(text);
const PROGRAM_FAULT_TEXT = '页面出了点问题，请刷新后再试';

function failureText(failure: unknown, isCall: boolean): string {
  const text = failure instanceof Error ? failure.message : '';
  if (isCall) return text || DEFAULT_MESSAGE;
  return isForPeople(text) ? text : PROGRAM_FAULT_TEXT;
}

/**
 * Shows anything that was thrown, once. What is not a failed call is a bug: the console gets the
 * whole error.
 */
export function showFailure(failure: unknown, screen: FailureScreen): void {
  if (isAbort(failure)) return;
  const known =
    failure instanceof Error && 'code' in failure ? (failure as Error & FailureInfo) : null;
  if (!known) console.error(failure);
  const text = failureText(failure, known !== null);
  const showing = known ? presentationOf(known) : 'toast';
  if (known) known.shown = true;
  if (showing === 'login') screen.login();
  else if (showing !== 'nothing') screen[showing](text);
}
