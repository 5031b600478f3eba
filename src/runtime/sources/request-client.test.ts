import { describe, expect, test } from 'vitest';
import { failedCall, fakePorts } from '../../view/testing/index.ts';
import { RequestClient } from './request-client.ts';

const DELAYS = [5, 10];
/** Answers the failures one after the other, then the value. */
function world(failures: Error[], value: unknown = { sky: '晴' }) {
  const left = [...failures];
  const ports = fakePorts({
    answers: {
      weather: () => {
        const failure = left.shift();
        if (failure) throw failure;
        return value;
      },
    },
  });
  return { asks: new RequestClient(ports, DELAYS), count: () => ports.calls('weather').length };
}
const away = (code = 503) => failedCall('UNAVAILABLE', '服务暂不可用', [], code);
const forever = new AbortController().signal;

describe('a source that asks', () => {
  test.each([0, 502, 503, 504])('asks again when the answer %i may pass', async (code) => {
    const { asks, count } = world([away(code), away(code)]);
    expect(await asks.request('weather', {}, forever)).toEqual({ sky: '晴' });
    expect(count()).toBe(3);
  });
  test('gives up after the last try, with the failure', async () => {
    const { asks, count } = world([away(), away(), away(), away()]);
    await expect(asks.request('weather', {}, forever)).rejects.toThrow('服务暂不可用');
    expect(count()).toBe(3);
  });
  test.each([
    ['a refusal', failedCall('FORBIDDEN', '没有权限', [], 403)],
    ['a fault', failedCall('INTERNAL', '服务器异常', [], 500)],
    ['a query that takes too long', failedCall('QUERY_TIMEOUT', '查询用时过长', [], 503)],
    ['a lost session', Object.assign(away(), { shown: true })],
  ])('does not ask again after %s', async (_what, failure) => {
    const { asks, count } = world([failure]);
    await expect(asks.request('weather', {}, forever)).rejects.toBe(failure);
    expect(count()).toBe(1);
  });
  test('stops trying when the last caller has cancelled', async () => {
    const { asks, count } = world([away(), away(), away()]);
    const gone = new AbortController();
    const answer = asks.request('weather', {}, gone.signal);
    await Promise.resolve();
    gone.abort();
    await expect(answer).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(count()).toBe(1);
  });
  test('shares one request, its tries included, with callers of the same request in the meantime', async () => {
    const { asks, count } = world([away()]);
    const [first, second, other] = await Promise.all([
      asks.request('weather', { city: '北京' }, forever),
      asks.request('weather', { city: '北京' }, forever),
      asks.request('weather', { city: '上海' }, forever),
    ]);
    expect([first, second === first, other]).toEqual([{ sky: '晴' }, true, { sky: '晴' }]);
    expect(count()).toBe(3);
  });
});
