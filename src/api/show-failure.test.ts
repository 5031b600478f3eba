import { describe, expect, it, vi } from 'vitest';
import { ERRORS, QUIET_CODES, type ErrorReason } from '../../contract/index.ts';
import { ApiFailure, CANCELLED, ownFailure } from './failure.ts';
import { showFailure, showingOf, type Showing } from './show-failure.ts';

const screen = () => ({ toast: vi.fn(), dialog: vi.fn(), login: vi.fn() });

describe('how a person is told of a failure', () => {
  it.each([...QUIET_CODES])('quietly: nothing for code %i', (code) => { expect(showingOf({ code, status: 200 })).toBe('nothing'); });
  it.each<[string, { code: number; status?: number; reason?: string }, Showing]>([
    ['body code 400', { code: 400, status: 200 }, 'toast'],
    ['HTTP 404', { code: 404, status: 404 }, 'toast'],
    ['HTTP 500', { code: 500, status: 500 }, 'dialog'],
    ['HTTP 502 of a proxy, without a body', { code: 502, status: 502 }, 'dialog'],
    ['body code 503 in an answered request', { code: 503, status: 200 }, 'dialog'],
    ['body code 50012, no HTTP status', { code: 50012, status: 200 }, 'toast'],
    ['body code 401', { code: 401, status: 200 }, 'login'],
    ['body code 403 without a reason', { code: 403, status: 200 }, 'login'],
    ['an action that is not allowed', { code: 403, status: 403, reason: 'FORBIDDEN' }, 'toast'],
    ['another tenant’s session', { code: 403, status: 403, reason: 'TENANT_MISMATCH' }, 'login'],
    ['no network', { code: 0 }, 'toast'],
    ['a call given up', { code: 0, reason: CANCELLED }, 'nothing'],
  ])('%s', (_, failure, showing) => { expect(showingOf(failure)).toBe(showing); });
  it('every reason of the catalogue has a way', () => {
    const ways = Object.keys(ERRORS).map((reason) => [reason, showingOf(ownFailure(reason as ErrorReason))]);
    expect(ways.filter(([, way]) => way === 'login').map(([reason]) => reason)).toEqual(['TOKEN_MISSING', 'TOKEN_INVALID', 'TOKEN_EXPIRED', 'TENANT_MISMATCH']);
    expect(ways.filter(([, way]) => way === 'dialog').map(([reason]) => reason)).toEqual(['INTERNAL', 'UNAVAILABLE', 'QUERY_TIMEOUT']);
  });
  it('tells once, however often it is asked', () => {
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
