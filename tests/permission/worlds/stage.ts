import {
  type CallId,
  type DataOf,
  type FieldInput,
  type InputOf,
  type RecordValues,
} from '../../../src/contract/index.ts';
import {
  ROLE_BUILDER,
  schemaOf,
  type TenantRef,
  type Tx,
} from '../../../src/server/kernel/index.ts';
import {
  testServer,
  type Answer,
  type Auth,
  type TestServer,
} from '../../../src/server/testing.ts';
import { newMember } from '../members.ts';
import { generate, type Cast } from './generate.ts';
import type { Audience, Field, Share, World, WorldRecord } from './model.ts';
import { OBJECTS } from './objects.ts';

/** A real server on which one world after another is set up. */
export interface Stage {
  readonly server: TestServer;
  readonly builder: Auth;
  readonly cast: Cast;
  /** Sets the world of a seed up; its records have their real ids. */
  play(seed: number): Promise<World>;
  /** The session of a person of the cast. */
  as(personId: string): Auth;
  /** Versions of the records as they are stored. */
  versions(): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

const PEOPLE = 5;
const DEPTS = 5;
const ROLES = ['role-a', 'role-b'];
/** Worlds one person sets up groups for. */
const WORLDS_A_MANAGER = 10;
const WORK_GROUPS = ['team-a', 'team-b'];

/** Times a computed field is tried before what it reads counts as missing. */
const MOST_TRIES = 40;

const defineField = (field: Field): FieldInput => ({
  apiName: field.name,
  label: field.name,
  type: field.type,
  ...(field.unique && { unique: true }),
  ...(field.target !== undefined && { refObject: field.target }),
  ...(field.options && { options: field.options.map((code) => ({ code, label: code })) }),
  ...field.define,
});

class TestStage implements Stage {
  private appId = '';
  private tables = new Map<string, string>();
  /** Who sets groups up, changed from time to time: one person may not do so much at once. */
  private manager: Auth;
  private played = 0;
  private constructor(
    readonly server: TestServer,
    readonly tenant: TenantRef,
    readonly builder: Auth,
    private readonly sessions: ReadonlyMap<string, Auth>,
    readonly cast: Cast,
  ) {
    this.manager = builder;
  }

  static async open(): Promise<TestStage> {
    const server = await testServer();
    const { tenant, auth: builder } = await server.newTenant('worlds');
    const sessions = new Map<string, Auth>();
    const people: { id: string; name: string }[] = [];
    for (let n = 0; n < PEOPLE; n += 1) {
      const name = `person${n}`;
      const auth = await newMember(server, tenant, name);
      sessions.set(auth.userid, auth);
      people.push({ id: auth.userid, name });
    }
    const stage = new TestStage(server, tenant, builder, sessions, {
      people,
      deptIds: Array.from({ length: DEPTS }, (_, n) => `dept-${n}`),
      roleIds: ROLES,
      workGroupIds: WORK_GROUPS,
      maker: builder.userid,
    });
    await stage.organisation();
    await stage.define();
    return stage;
  }
  close = () => this.server.close();
  as = (personId: string): Auth => this.sessions.get(personId)!;

  private async made<I extends CallId>(
    id: I,
    input: InputOf<I>,
    as = this.builder,
  ): Promise<DataOf<I>> {
    const told: Answer<DataOf<I>> = await this.server.call(id, input, as);
    if (told.code !== 200)
      throw new Error(`${id}: ${told.msg} ${JSON.stringify(told.error?.errors ?? '')}`);
    return told.data;
  }
  private sql = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    this.server.db.withOwner(work, this.tenant.id);

  /** Departments, roles and work groups; who is where changes with the world. */
  private async organisation(): Promise<void> {
    const tenant = this.tenant.id;
    await this.sql(async (tx) => {
      await tx.run(
        'insert into upm.dept (tenant_id, id, title) select $1, id, id from unnest($2::text[]) id',
        [tenant, this.cast.deptIds],
      );
      await tx.run(
        `insert into upm.role (tenant_id, id, code, name)
          select $1, id, id, id from unnest($2::text[]) id`,
        [tenant, ROLES],
      );
      await tx.run(
        `insert into upm.work_group (tenant_id, id, name, owner_id, created_by)
          select $1, id, id, $3, $3 from unnest($2::text[]) id`,
        [tenant, WORK_GROUPS, this.builder.userid],
      );
    });
  }

  /** The objects with their stored fields; then the computed ones, each once what it reads is there. */
  private async define(): Promise<void> {
    const { id } = await this.made('bizmeta.app.save', { name: 'worlds' });
    this.appId = id;
    await this.made('bizmeta.app.active', { id, active: true });
    for (const { name, title, searched, fields } of OBJECTS)
      await this.made('bizmeta.describe.create', {
        appId: id,
        describe: {
          apiName: name,
          label: name,
          titleField: title,
          searchFields: [...searched],
          fields: fields.filter(({ compute }) => !compute).map(defineField),
        },
      });
    const computed = OBJECTS.flatMap(({ name, fields }) =>
      fields.filter(({ compute }) => compute).map((field) => ({ name, field })),
    );
    for (let tries = 0; computed.length > 0; tries += 1) {
      const next = computed.shift()!;
      if (!(await this.addField(next.name, next.field, tries > MOST_TRIES))) computed.push(next);
    }
    await this.findTables();
  }
  private async addField(name: string, field: Field, isLast: boolean): Promise<boolean> {
    const { version } = await this.made('bizmeta.describe.detail', { apiName: name });
    const told = await this.server.call(
      'bizmeta.describe.update',
      { describe: { apiName: name, label: name, version, fields: [defineField(field)] } },
      this.builder,
    );
    if (isLast) throw new Error(`${name}.${field.name}: ${JSON.stringify(told.error)}`);
    return told.code === 200;
  }
  private async findTables(): Promise<void> {
    await this.sql(async (tx) => {
      const rows = await tx.query<{ no: number; name: string }>(
        'select no, api_name as name from bizmeta.object where tenant_id = $1 and parent_field is null',
        [this.tenant.id],
      );
      for (const { no, name } of rows)
        this.tables.set(name, `"${schemaOf(this.tenant)}"."o_${no}"`);
    });
  }

  async play(seed: number): Promise<World> {
    const plan = generate(seed, this.cast, this.appId);
    if ((this.played += 1) % WORLDS_A_MANAGER === 0)
      this.manager = await newMember(this.server, this.tenant, `m${this.played}`, {
        role: ROLE_BUILDER,
      });
    await this.clear();
    await this.organise(plan);
    const records = await this.fill(plan.records);
    await this.grant(plan);
    const ids = new Map(plan.records.map(({ id }, i) => [id, records[i]!.id]));
    const shares = plan.shares.map((share) => ({ ...share, record: ids.get(share.record)! }));
    for (const each of shares) await this.share(each);
    return { ...plan, records, shares };
  }

  /** Nothing of the world before is left. */
  private async clear(): Promise<void> {
    await this.sql(async (tx) => {
      const tables = await tx.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = $1
          and tablename ~ '^[ol]_|^log_'`,
        [schemaOf(this.tenant)],
      );
      await tx.run(`truncate ${tables.map(({ name }) => name).join(', ')}`, []);
      for (const table of [
        'bizmeta.comment',
        'bizmeta.authority_group',
        'bizmeta.record_share_grant',
      ])
        await tx.run(`delete from ${table} where tenant_id = $1`, [this.tenant.id]);
    });
  }
  private async organise({ depts, people, workGroups }: World): Promise<void> {
    const tenant = this.tenant.id;
    await this.sql(async (tx) => {
      for (const table of ['user_dept', 'user_role', 'work_group_member'])
        await tx.run(
          `delete from upm.${table} where tenant_id = $1
            ${table === 'work_group_member' ? '' : 'and user_id = any($2)'}`,
          table === 'work_group_member' ? [tenant] : [tenant, people.map(({ id }) => id)],
        );
      await tx.run('update upm.dept set parent_id = null where tenant_id = $1', [tenant]);
      await tx.run('delete from upm.dept_owner where tenant_id = $1', [tenant]);
      for (const { id, parentId, ownerIds } of depts) {
        await tx.run('update upm.dept set parent_id = $3 where tenant_id = $1 and id = $2', [
          tenant,
          id,
          parentId,
        ]);
        await tx.run(
          `insert into upm.dept_owner (tenant_id, dept_id, user_id)
            select $1, $2, unnest($3::text[])`,
          [tenant, id, ownerIds],
        );
      }
      for (const { id, deptIds, superiorId, roleIds } of people) {
        await tx.run(
          'update upm.member set superior_id = $3 where tenant_id = $1 and user_id = $2',
          [tenant, id, superiorId],
        );
        for (const [n, dept] of deptIds.entries())
          await tx.run(
            `insert into upm.user_dept (tenant_id, user_id, dept_id, is_main)
              values ($1, $2, $3, $4)`,
            [tenant, id, dept, n === 0],
          );
        for (const role of roleIds)
          await tx.run(
            'insert into upm.user_role (tenant_id, user_id, role_id) values ($1, $2, $3)',
            [tenant, id, role],
          );
      }
      for (const { id, members } of workGroups) await this.team(tx, id, members);
    });
  }
  private async team(tx: Tx, id: string, { userIds, deptIds, roleIds }: Audience): Promise<void> {
    const columns = { user_id: userIds, dept_id: deptIds, role_id: roleIds };
    for (const [column, ids = []] of Object.entries(columns))
      for (const each of new Set(ids))
        await tx.run(
          `insert into upm.work_group_member (tenant_id, group_id, ${column}) values ($1, $2, $3)`,
          [this.tenant.id, id, each],
        );
  }

  /** Makes the records as the builder; returns them with their ids in the place of names. */
  private async fill(plan: readonly WorldRecord[]): Promise<WorldRecord[]> {
    const ids = new Map<string, string>();
    const real = (text: string): string => text.replace(/#\w+-\d+#/g, (name) => ids.get(name)!);
    for (const { name } of OBJECTS) {
      const own = plan.filter(({ object }) => object === name);
      const records = own.map(({ values, owner }) => ({
        ...(JSON.parse(real(JSON.stringify(values))) as RecordValues),
        owner,
      }));
      const made = await this.made('bizmeta.record.bulkCreate', { object: name, records });
      own.forEach(({ id }, i) => ids.set(id, made.ids[i]!));
    }
    const records = JSON.parse(real(JSON.stringify(plan))) as WorldRecord[];
    await this.sql(async (tx) => {
      for (const { object, id, ownerDept } of records)
        await tx.run(`update ${this.tables.get(object)!} set owner_dept = $2 where id = $1::uuid`, [
          id,
          ownerDept,
        ]);
    });
    for (const { object, id, comments } of records)
      if (comments > 0)
        await this.made('bizmeta.comments.create', { object, recordId: id, content: 'said' });
    return records;
  }

  private async grant({ groups, closed }: World): Promise<void> {
    const { manager } = this;
    for (const { name } of OBJECTS) {
      const defaultAccess = closed.includes(name) ? 'none' : 'all';
      const config = { objectApiName: name, defaultAccess } as const;
      await this.made('bizmeta.authgroup.config', config, manager);
    }
    for (const { id: name, scopeType, scopeId, type, enabled, members, grants } of groups) {
      const given = { scopeType, scopeId, name, type, members, grants };
      const { id } = await this.made('bizmeta.authgroup.create', given, manager);
      if (!enabled) await this.made('bizmeta.authgroup.update', { id, enabled }, manager);
    }
  }

  /** What a person shared once, with what they had then. */
  private async share({ object, record, members, level, grant, ends, ended, by }: Share) {
    const [subject] = Object.entries(members);
    const column = {
      userIds: 'user',
      deptIds: 'dept',
      roleIds: 'role',
      workGroupIds: 'work_group',
    }[subject![0] as keyof typeof members];
    await this.sql(async (tx) => {
      const [made] = await tx.query<{ id: string; key: string }>(
        `insert into bizmeta.record_share_grant as g (tenant_id, object_id, key, granted)
          select $1, o.id, md5(x.granted::text), x.granted from bizmeta.object o cross join lateral
            (select jsonb_build_object('ops', $3::jsonb) || case when $4::jsonb is null then '{}'
              else jsonb_build_object('fields', (select coalesce(jsonb_object_agg(
                coalesce(f.id::text, r.key), r.value), '{}') from jsonb_each($4::jsonb) r
                left join bizmeta.field f on f.tenant_id = $1 and f.object_id = o.id
                  and f.api_name = r.key)) end as granted) x
            where o.tenant_id = $1 and o.api_name = $2 and o.parent_field is null
          on conflict (tenant_id, object_id, key) do update set granted = excluded.granted
          returning object_id as id, key`,
        [
          this.tenant.id,
          object,
          JSON.stringify(grant.ops),
          grant.fields ? JSON.stringify(grant.fields) : null,
        ],
      );
      await tx.run(
        `insert into bizmeta.record_share (tenant_id, id, object_id, record_id, ${column}_id, level,
            grant_key, expires_at, created_by)
          values ($1, gen_random_uuid(), $2, $3::uuid, $4, $5, $6, now() + $7::interval, $8)`,
        [
          this.tenant.id,
          made!.id,
          record,
          subject![1][0],
          level,
          made!.key,
          ends ? (ended ? '-1 second' : '1 day') : null,
          by,
        ],
      );
    });
  }

  async versions(): Promise<ReadonlyMap<string, number>> {
    const all = [...this.tables.values()].map(
      (table) => `select id, version from ${table} where deleted_at is null`,
    );
    const rows = await this.sql((tx) =>
      tx.query<{ id: string; version: number }>(all.join(' union all '), []),
    );
    return new Map(rows.map(({ id, version }) => [id, version]));
  }
}
export const openStage = (): Promise<Stage> => TestStage.open();
