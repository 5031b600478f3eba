import { QUIET_CODES } from '../../contract/index.ts';
import { CANCELLED, DEFAULT_MESSAGE, isSessionLost } from './failure.ts';

/** How a person is told. */
export type Showing = 'nothing' | 'login' | 'dialog' | 'toast';
interface Shown { code: number; status?: number; reason?: string; shown?: boolean; message?: string }

const startsWith = (value: number | undefined, digits: string): boolean => String(value ?? '').startsWith(digits);
const isServerFault = (failure: Shown): boolean => startsWith(failure.status, '50') || (startsWith(failure.code, '50') && failure.code < 600);

/** The error behaviour of the specification's section 8, first match wins. */
const RULES: readonly { when(failure: Shown): boolean; show: Showing }[] = [
  { when: (failure) => failure.shown === true, show: 'nothing' },
  { when: (failure) => failure.reason === CANCELLED, show: 'nothing' },
  { when: (failure) => QUIET_CODES.has(failure.code), show: 'nothing' },
  { when: isSessionLost, show: 'login' },
  { when: isServerFault, show: 'dialog' },
];

export function showingOf(failure: Shown): Showing {
  return RULES.find((rule) => rule.when(failure))?.show ?? 'toast';
}

export interface FailureScreen {
  toast(text: string): void;
  /** Titled 异常, with a close button only. */
  dialog(text: string): void;
  login(): void;
}

const isAbort = (failure: unknown): boolean => failure instanceof Error && failure.name === 'AbortError';

/** A fault of ours may carry a sentence for programmers: a person only gets one they can read. */
const isForPeople = (text: string): boolean => /\p{Script=Han}/u.test(text);
const FAULT = '页面出了点问题，请刷新后再试';

function sentenceOf(failure: unknown, isCall: boolean): string {
  const text = failure instanceof Error ? failure.message : '';
  if (isCall) return text || DEFAULT_MESSAGE;
  return isForPeople(text) ? text : FAULT;
}

/** Tells a person about anything that was thrown, once. What is no call's failure is a fault of ours: the console has it whole. */
export function showFailure(failure: unknown, screen: FailureScreen): void {
  if (isAbort(failure)) return;
  const known = failure instanceof Error && 'code' in failure ? (failure as Error & Shown) : null;
  if (!known) console.error(failure);
  const text = sentenceOf(failure, known !== null);
  const showing = known ? showingOf(known) : 'toast';
  if (known) known.shown = true;
  if (showing === 'login') screen.login();
  else if (showing !== 'nothing') screen[showing](text);
}
