import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing.ts';
import { createInvite } from './invites.ts';
import { holds, lastSent, provenBy, secretIn } from './sign-in.testing.ts';

/** Everything the server logs, as its reader would get it. */
const lines: string[] = [];
let server: TestServer;
const PASSWORD = 'Secret@2031';

beforeAll(async () => {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  server = await testServer({}, { level: 'trace', stream });
});
afterAll(() => server?.close());
beforeEach(async () => {
  await server.db.withOwner((tx) => tx.run('delete from upm.code'));
});

it('no secret of the sign-in reaches the log or is stored in plain text', async () => {
  const { auth, tenant } = await server.newTenant('secretive');
  await holds(server, auth.userid, { mobile: '13500000001', email: 'secret@huozi.example' });
  const secrets: string[] = [PASSWORD, 'Huozi@2026', auth.token];
  const proof = await provenBy(server, { mobile: '13500000001' }, 'reset');
  secrets.push(proof, (await lastSent(server, '13500000001'))!);
  await server.call('upm.public.forgetPwd', { email: 'secret@huozi.example' });
  const link = secretIn(await lastSent(server, 'secret@huozi.example'));
  secrets.push(link);
  await server.call('upm.public.registerUpdatePwd', {
    ticket: 'wrong-ticket-value',
    password: PASSWORD,
  });
  await server.call('upm.public.registerUpdatePwd', { ticket: proof, password: PASSWORD });
  const invite = await server.db.withTenant({ tenant }, (tx) =>
    createInvite(tx, tenant.id, { createdBy: auth.userid }),
  );
  secrets.push(invite);
  await server.call('upm.public.inviteValid', { link: invite });
  await server.inject({
    method: 'GET',
    url: `/upm/anno/wxCallBackLogin?code=wx-code-secret&state=wx-state-secret`,
    headers: { cookie: 'wx-state=wx-state-secret' },
  });
  const { data } = await server.call('upm.anno.signIn', {
    account: 'secretive',
    password: PASSWORD,
  });
  secrets.push(data.token, 'wx-code-secret', 'wx-state-secret', 'wrong-ticket-value');
  await server.call(
    'upm.tenant.logout',
    { token: data.token },
    { token: data.token, userid: data.userid, tenant: data.tenant, regionid: data.regionId },
  );

  const log = lines.join('\n');
  expect(log).toContain('/upm/anno/signIn');
  for (const secret of secrets) expect(log).not.toContain(secret);
  const kept = await server.db.withOwner(
    (tx) =>
      tx.query<{ text: string }>(`
    select t::text from upm.app_user t union all select t::text from upm.session t union all
      select t::text from upm.ticket t
    union all select t::text from upm.code t union all select t::text from log.login t union all
      select t::text from upm.throttle t`),
    tenant.id,
  );
  const tables = kept.map(({ text }) => text).join('\n');
  for (const secret of secrets) expect(tables).not.toContain(secret);
});
