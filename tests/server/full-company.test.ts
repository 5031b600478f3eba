import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  MAX_APPS,
  MAX_OBJECTS,
  MAX_ROLE_GROUPS,
  MAX_ROLES,
  type Envelope,
} from '../../src/contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../src/server/testing.ts';

let server: TestServer;
let admin: Auth;
beforeAll(async () => {
  server = await testServer();
  admin = (await server.newTenant('full')).auth;
});
afterAll(() => server?.close());

/** Rows as in a company that made them over the years. */
const fill = (insert: string): Promise<unknown> =>
  server.db.withOwner((tx) => tx.run(insert, [admin.tenant]), admin.tenant);
const refused = (answer: Pick<Envelope, 'code'> & { error: object }, max: number): void => {
  expect(answer).toMatchObject({ code: 400, error: { reason: 'TOO_MANY', params: { max } } });
};

it('a list that is answered whole stays short: a company has so many roles, groups, applications and objects', async () => {
  await fill(
    `insert into upm.role (tenant_id, id, code, name) select $1, 'r' || n, 'r' || n, '角色' || n
      from generate_series(1, ${MAX_ROLES}) n`,
  );
  await fill(
    `insert into upm.role_group (tenant_id, id, name, sort) select $1, 'g' || n, '组' || n, n
      from generate_series(1, ${MAX_ROLE_GROUPS}) n`,
  );
  await fill(`insert into bizmeta.app (tenant_id, id, name, description, style, ord, created_by)
    select $1, gen_random_uuid(), '应用' || n, '', '{}', n, '${admin.userid}'
      from generate_series(1, ${MAX_APPS}) n`);
  await fill(`insert into bizmeta.object (tenant_id, id, no, api_name, label, created_by,
    updated_by)
    select $1, gen_random_uuid(), 1000000 + n, 'o' || n, '对象' || n, '${admin.userid}',
      '${admin.userid}' from generate_series(1, ${MAX_OBJECTS}) n`);
  refused(
    await server.call('upm.roleMenu.save', { kind: 'role', title: '再一个' }, admin),
    MAX_ROLES,
  );
  refused(
    await server.call('upm.roleMenu.save', { kind: 'group', title: '再一组' }, admin),
    MAX_ROLE_GROUPS,
  );
  refused(await server.call('bizmeta.app.save', { name: '再一个' }, admin), MAX_APPS);
  refused(
    await server.call(
      'bizmeta.describe.create',
      { describe: { apiName: 'more', label: '再一个', fields: [] } },
      admin,
    ),
    MAX_OBJECTS,
  );
});
