import { randomUUID } from 'node:crypto';
import { LIST_MEMBER, type Call, type CallId, type InputOf } from '../../src/contract/index.ts';
import { ROLE_ADMIN, ROLE_USER, type TenantRef } from '../../src/server/kernel/index.ts';
import { testServer, type Auth, type TestServer } from '../../src/server/testing.ts';
import { openSession } from '../../src/server/upm/session/sessions.ts';
import { addMember } from '../../src/server/upm/index.ts';
import { harvest, mark, type Harvest } from './harvest.ts';
import type { Sample } from './sampler.ts';

/**
 * Two companies: the first has things of every kind, the other's administrator would like to have
 * them.
 */
export interface World {
  readonly server: TestServer;
  readonly first: TenantRef;
  readonly other: TenantRef;
  readonly things: Harvest;
  /** The callers; sessions are opened again, since some calls end their own session. */
  readonly people: Readonly<
    Record<'firstAdmin' | 'firstUser' | 'otherAdmin' | 'otherUser', Person>
  >;
  /** A record of the first company, of an object both have by the same name. */
  readonly record: string;
}
export interface Person {
  readonly userId: string;
  readonly tenant: TenantRef;
  readonly role: string;
}
export interface Told {
  status: number;
  text: string;
  reason: string;
}

export const OBJECT = 'deal';

/** The object both companies have, with a record. */
async function deals(server: TestServer, as: Auth, name: string): Promise<string> {
  const ask = async <I extends CallId>(id: I, input: InputOf<I>) => {
    const answer = await server.call(id, input, as);
    if (answer.code !== 200) throw new Error(`${id}: ${answer.msg}`);
    return answer.data;
  };
  await ask('bizmeta.app.save', { name: `${name}应用` });
  await ask('bizmeta.describe.create', {
    describe: {
      apiName: OBJECT,
      label: `${name}商机`,
      fields: [
        { apiName: 'name', label: '名称', type: 'text' },
        { apiName: 'amount', label: '金额', type: 'currency' },
      ],
    },
  });
  const {
    ids: [id],
  } = await ask('bizmeta.record.bulkCreate', {
    object: OBJECT,
    records: [{ name: `${name}一号`, amount: 12 }],
  });
  await ask('bizmeta.customView.create', {
    object: OBJECT,
    view: { name: `${name}视图`, scope: 'shared' },
  });
  await ask('bizmeta.comments.create', { object: OBJECT, recordId: id!, content: `${name}评论` });
  const layout = {
    pages: [{ sections: [{ items: [{ kind: 'field' as const, field: 'name' }] }] }],
  };
  await ask('bizmeta.smartform.create', {
    object: OBJECT,
    name: `${name}登记`,
    body: { layout, publish: { mode: 'member' } },
  });
  return id!;
}

/** A template of approvals, and an instance that waits. */
async function approvals(server: TestServer, admin: Auth, user: Auth): Promise<void> {
  const committed = await server.call(
    'bpm.template.commit',
    {
      template: { name: '商机审批', objectApiName: OBJECT },
      nodes: {
        id: 'start',
        type: 'start',
        next: {
          id: 'lead',
          type: 'approve',
          name: '主管审批',
          candidates: [{ strategy: 30, param: [user.userid] }],
          next: { id: 'end', type: 'end' },
        },
      },
    },
    admin,
  );
  if (committed.code !== 200) throw new Error(`bpm.template.commit: ${committed.msg}`);
  const started = await server.call(
    'bpm.work.start',
    { templateId: committed.data.id, record: { name: '待审批的商机', amount: 3 } },
    admin,
  );
  if (started.code !== 200) throw new Error(`bpm.work.start: ${started.msg}`);
}

/** More of the first company: what the administration keeps. */
async function administration(server: TestServer, admin: Auth, user: Auth): Promise<void> {
  const group = (await server.call('upm.roleMenu.save', { kind: 'group', title: '机密组' }, admin))
    .data.id;
  const role = (
    await server.call(
      'upm.roleMenu.save',
      { kind: 'role', title: '机密角色', parentId: group, functions: [] },
      admin,
    )
  ).data.id;
  await server.call(
    'upm.userRole.addRoleForSeveralUser',
    { roleId: role, userIds: [user.userid] },
    admin,
  );
  const [app] = (await server.call('bizmeta.app.list', {}, admin)).data;
  await server.call(
    'busmodel.workGroup.create',
    {
      name: '机密工作组',
      about: '机密说明',
      members: { userIds: [user.userid], roleIds: [role] },
      modelIds: [app!.id],
    },
    admin,
  );
  await server.call('bizmeta.page.create', { key: 'page.walk', title: '机密页面' }, admin);
  await server.db.withOwner((tx) =>
    tx.run(
      `update upm.app_user
        set email = 'secret-' || account || '@first.example',
        mobile = '139' || lpad((row_number)::text, 8, '0')
        from (select id as uid, row_number() over (order by id) from upm.app_user) n
        where n.uid = id and account <> 'other-admin'`,
    ),
  );
}

export async function world(): Promise<World> {
  const server = await testServer();
  const [admin, user] = [await server.signIn('admin'), await server.signIn('user')];
  const record = await deals(server, admin, '机密');
  await administration(server, admin, user);
  await approvals(server, admin, user);
  const other = await server.newTenant('other-admin');
  await deals(server, other.auth, '他方');
  const otherUser = await server.db.withOwner(
    (tx) =>
      addMember(tx, other.tenant, {
        account: 'other-user',
        realName: '他方成员',
        passwordHash: null,
        roles: [ROLE_USER],
      }),
    other.tenant.id,
  );
  await mark(server.db, server.demo.tenant);
  const person = (userId: string, tenant: TenantRef, role: string): Person => ({
    userId,
    tenant,
    role,
  });
  return {
    server,
    first: server.demo.tenant,
    other: other.tenant,
    record,
    things: await harvest(server.db, server.demo.tenant),
    people: {
      firstAdmin: person(admin.userid, server.demo.tenant, ROLE_ADMIN),
      firstUser: person(user.userid, server.demo.tenant, ROLE_USER),
      otherAdmin: person(other.auth.userid, other.tenant, ROLE_ADMIN),
      otherUser: person(otherUser, other.tenant, ROLE_USER),
    },
  };
}

const sessions = new Map<Person, Auth>();
/** A session of the person, without the weight of a password. */
async function enter({ server }: World, person: Person): Promise<Auth> {
  const token = await server.db.withAnonymousTx((tx) =>
    openSession(tx, { userId: person.userId, tenantId: person.tenant.id }, false),
  );
  const auth = {
    token,
    userid: person.userId,
    tenant: person.tenant.id,
    regionid: person.tenant.region,
  };
  sessions.set(person, auth);
  return auth;
}

/** A new user with the same role in the same company. */
export async function colleagueOf(
  { server: { db } }: World,
  { tenant, role }: Person,
): Promise<Person> {
  const account = `walker-${randomUUID()}`;
  const member = { account, realName: '同事', passwordHash: null, roles: [role] };
  return {
    userId: await db.withOwner((tx) => addMember(tx, tenant, member), tenant.id),
    tenant,
    role,
  };
}

/** Who goes on in whose place. */
const successors = new Map<Person, Person>();

/**
 * A call's answer to a user (anonymous when `as` is null). A session that the last call ended is
 * renewed; a user who was refused so often that operations are not taken for a minute is replaced
 * by a colleague, so that every call is really made.
 */
export async function answerTo(
  world: World,
  call: Call,
  sample: Sample,
  as: Person | null,
): Promise<Told> {
  if (!as) return send(world, call, sample, {});
  const who = successors.get(as) ?? as;
  const told = await send(world, call, sample, sessions.get(who) ?? (await enter(world, who)));
  if (told.status === 401) return send(world, call, sample, await enter(world, who));
  if (call.operation !== true || told.reason !== 'TOO_FREQUENT') return told;
  const next = await colleagueOf(world, as);
  successors.set(as, next);
  return send(world, call, sample, await enter(world, next));
}

const BOUNDARY = 'huozi-walk';
const uploaded = () =>
  Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="walk.txt"\r\ncontent-type: text/plain\r\n\r\nwalk\r\n--${BOUNDARY}--\r\n`,
  );

/** The body as it is sent: of a list call its list alone. */
export const wireBody = ({ bodyKind }: Pick<Call, 'bodyKind'>, body: unknown): unknown =>
  bodyKind === 'list' ? (body as Record<string, unknown>)[LIST_MEMBER] : body;

function payloadOf({ bodyKind }: Call, body: unknown): { payload: string | Buffer; type: string } {
  if (bodyKind === 'multipart')
    return { payload: uploaded(), type: `multipart/form-data; boundary=${BOUNDARY}` };
  if (bodyKind === 'form')
    return {
      payload: new URLSearchParams(body as Record<string, string>).toString(),
      type: 'application/x-www-form-urlencoded',
    };
  return { payload: JSON.stringify(wireBody({ bodyKind }, body)), type: 'application/json' };
}

/** An answer that never ends is one of live events; it says nothing a walk could look at. */
const PATIENCE_MS = 20_000;

/** Makes a call over the wire's own way in, headers as given. */
export async function send(
  { server }: World,
  call: Call,
  { params, query, body }: Sample,
  headers: Record<string, string>,
): Promise<Told> {
  const url = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? 'a'),
  );
  const { payload, type } = payloadOf(call, body);
  const asked = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
  const answer = server.inject({
    method: call.method,
    url,
    query: asked,
    headers: { ...headers, ...(call.method === 'POST' && { 'content-type': type }) },
    ...(call.method === 'POST' && { payload }),
  });
  const slow = new Promise<never>((_, refuse) => {
    setTimeout(() => refuse(new Error(`${call.id} did not end`)), PATIENCE_MS).unref();
  });
  const { statusCode, body: text } = await Promise.race([answer, slow]);
  return { status: statusCode, text, reason: /"reason":"(\w+)"/.exec(text)?.[1] ?? '' };
}
