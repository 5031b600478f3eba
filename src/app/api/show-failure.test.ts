import { describe, expect, it, vi } from 'vitest';
import {
  CANCELLED,
  ERRORS,
  QUIET_CODES,
  QUIET_FILE_CODE,
  type ErrorReason,
} from '../../contract/index.ts';
import { ApiFailure, ownFailure } from './failure.ts';
import {
  showFailure,
  FAILURE_RULES,
  presentationOf,
  failureRuleOf,
  type Presentation,
  type FailureRule,
} from './show-failure.ts';

const screen = () => ({ toast: vi.fn(), dialog: vi.fn(), login: vi.fn() });

/** What comes, the line of the catalogue it is, and what a person sees of it. */
const CATALOGUE: Record<
  FailureRule,
  readonly [what: string, failure: Parameters<typeof presentationOf>[0], showing: Presentation][]
> = {
  'told already': [['a failure somebody has told', { code: 400, shown: true }, 'nothing']],
  'given up by the caller': [['a call given up', { code: 0, reason: CANCELLED }, 'nothing']],
  'suppressed body code': [90001, 90002, 90003, 90004, 90005, 90006, 90007, 900010].map(
    (code) => [`body code ${code}`, { code, status: 200 }, 'nothing'] as const,
  ),
  'file whose decoded code is 412': [
    ['a file that came as code 412', { code: 412, status: 200, file: true }, 'nothing'],
    ['HTTP 412 of a file', { code: 412, status: 412, file: true }, 'nothing'],
  ],
  'body code 401 or 403 of the session': [
    ['body code 401', { code: 401, status: 200 }, 'login'],
    ['HTTP 401', { code: 401, status: 401 }, 'login'],
    ['body code 403 without a reason', { code: 403, status: 200 }, 'login'],
    ['another company’s session', { code: 403, status: 403, reason: 'TENANT_MISMATCH' }, 'login'],
  ],
  'HTTP status starting 50': [
    ['HTTP 500', { code: 500, status: 500 }, 'dialog'],
    ['HTTP 502 of a proxy, without a body', { code: 502, status: 502 }, 'dialog'],
    ['HTTP 503 with a body code of its own', { code: 70001, status: 503 }, 'dialog'],
  ],
  'body code 500 to 509': [
    ['body code 503 in an answered request', { code: 503, status: 200 }, 'dialog'],
  ],
  'all else: body code 400, HTTP status starting 40, no answer': [
    ['body code 400', { code: 400, status: 200 }, 'toast'],
    ['HTTP 400', { code: 400, status: 400 }, 'toast'],
    ['HTTP 404', { code: 404, status: 404 }, 'toast'],
    ['HTTP 409', { code: 409, status: 409 }, 'toast'],
    ['HTTP 413 of a proxy', { code: 413, status: 413 }, 'toast'],
    ['body code 412 of no file', { code: 412, status: 200 }, 'toast'],
    ['body code 50012', { code: 50012, status: 200 }, 'toast'],
    ['an action that is not allowed', { code: 403, status: 403, reason: 'FORBIDDEN' }, 'toast'],
    ['no network', { code: 0 }, 'toast'],
  ],
};
const LINES = Object.entries(CATALOGUE).flatMap(([situation, cases]) =>
  cases.map(
    ([what, failure, showing]) => [situation as FailureRule, what, failure, showing] as const,
  ),
);

describe('how a failure is shown', () => {
  it('has a line for every situation', () => {
    expect(Object.keys(CATALOGUE)).toEqual(Object.keys(FAILURE_RULES));
  });
  it('suppresses the codes of the specification and no others', () => {
    expect([...QUIET_CODES, QUIET_FILE_CODE]).toEqual([
      90001, 90002, 90003, 90004, 90005, 90006, 90007, 900010, 412,
    ]);
  });
  it.each(LINES)('%s: %s', (situation, _what, failure, showing) => {
    expect([failureRuleOf(failure), presentationOf(failure)]).toEqual([situation, showing]);
    const s = screen();
    showFailure(new ApiFailure({ message: '出错了', ...failure }), s);
    expect([s.toast.mock.calls, s.dialog.mock.calls, s.login.mock.calls.length]).toEqual([
      showing === 'toast' ? [['出错了']] : [],
      showing === 'dialog' ? [['出错了']] : [],
      Number(showing === 'login'),
    ]);
  });
  it('every reason of the catalogue has a way', () => {
    const ways = Object.keys(ERRORS).map((reason) => [
      reason,
      presentationOf(ownFailure(reason as ErrorReason)),
    ]);
    expect(ways.filter(([, way]) => way === 'login').map(([reason]) => reason)).toEqual([
      'TOKEN_MISSING',
      'TOKEN_INVALID',
      'TOKEN_REPLACED',
      'TOKEN_EXPIRED',
      'TENANT_MISMATCH',
    ]);
    expect(ways.filter(([, way]) => way === 'dialog').map(([reason]) => reason)).toEqual([
      'INTERNAL',
      'UNAVAILABLE',
      'STORAGE_FULL',
      'QUERY_TIMEOUT',
    ]);
  });
  it('shows it once, however often it is called', () => {
    const s = screen();
    const failure = new ApiFailure({ message: '账号或密码不正确', code: 400 });
    showFailure(failure, s);
    showFailure(failure, s);
    expect(s.toast.mock.calls).toEqual([['账号或密码不正确']]);
  });
  it('a fault of ours never shows a programmer’s sentence', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const s = screen();
    showFailure(new TypeError('x is not a function'), s);
    showFailure(new DOMException('gone', 'AbortError'), s);
    expect(s.toast.mock.calls).toEqual([['页面出了点问题，请刷新后再试']]);
    expect(error).toHaveBeenCalledTimes(1);
  });
});
