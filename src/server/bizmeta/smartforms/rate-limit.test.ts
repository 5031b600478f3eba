import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Auth } from '../../testing.ts';
import { bodyOf, smartFormsDriver, type SmartFormsDriver } from '../testing/smartforms.ts';
import { FORM_LIMITS } from './rate-limit.ts';

/** As many networks as may use up their limit at one form. */
const NETWORKS = 100;
const MOST = FORM_LIMITS.lookup.times;
let driver: SmartFormsDriver;
beforeAll(async () => {
  driver = await smartFormsDriver();
});
afterAll(() => driver?.server.close());

/** Opens a form with a key, which counts as one search in it; from this machine, all of them. */
const codesOf = async (token: string, times: number, auth?: Auth): Promise<Set<number>> => {
  const looks = Array.from({ length: times }, async () => {
    const input = { token, editKey: 'no-such-key' };
    return (await driver.server.call('bizmeta.smartform.open', input, auth)).code;
  });
  return new Set(await Promise.all(looks));
};

it('colleagues behind one address do not shut each other out: each has a limit of their own', async () => {
  const { published, user, builder } = driver;
  const { token } = await published(bodyOf({ mode: 'link' }));
  expect(await codesOf(token, MOST, user)).toEqual(new Set([200]));
  expect(await codesOf(token, 1, user)).toEqual(new Set([429]));
  expect(await codesOf(token, MOST, builder)).toEqual(new Set([200]));
  expect(await codesOf(token, MOST)).toEqual(new Set([200]));
  expect(await codesOf(token, 1)).toEqual(new Set([429]));
});

it('of another company, a person is a visitor', async () => {
  const { token } = await driver.published(bodyOf({ mode: 'link' }));
  const { auth } = await driver.server.newTenant('form-guest');
  expect(await codesOf(token, MOST)).toEqual(new Set([200]));
  expect(await codesOf(token, 1, auth)).toEqual(new Set([429]));
});

it('visitors of all networks together are limited, and members are not by them', async () => {
  const { published, server, user } = driver;
  const { token } = await published(bodyOf({ mode: 'link' }));
  await codesOf(token, 1);
  await server.db.withTenant(server.demo, (tx) =>
    tx.run(`UPDATE bizmeta.form_tally SET times = $1 WHERE key LIKE 'lookup:%' AND times = 1`, [
      MOST * NETWORKS,
    ]),
  );
  await server.db.withTenant(server.demo, (tx) =>
    tx.run(`DELETE FROM bizmeta.form_tally WHERE key LIKE 'lookup:%:%'`),
  );
  expect(await codesOf(token, 1)).toEqual(new Set([429]));
  expect(await codesOf(token, 1, user)).toEqual(new Set([200]));
});
