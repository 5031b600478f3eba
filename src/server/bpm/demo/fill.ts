import { v7 as uuidv7 } from 'uuid';
import { Random, recordWorkOf, seedApp } from '../../bizmeta/index.ts';
import type { DemoSeed, TenantTx } from '../../kernel/index.ts';
import { mainDeptOf } from '../../upm/index.ts';
import { draftOf, type Item } from '../../../flow/index.ts';
import { Consequences } from '../instances/effects.ts';
import { FlowRun } from '../instances/flow-run.ts';
import { insertInstance } from '../instances/insert.ts';
import { isOpen, type InstanceRow } from '../instances/rows.ts';
import { describeInstance } from '../instances/titles.ts';
import { Outside } from '../outside/outside.ts';
import type { Parts } from '../parts.ts';
import { commitTemplate } from '../templates/commit.ts';
import { Models } from '../prepared.ts';
import { templateRow, type TemplateRow } from '../templates/rows.ts';
import { OFFICE, officeObjects } from './objects.ts';
import { demoTemplates, type Named } from './templates.ts';

const SEED = 20_261_126;
const HOUR_MS = 3_600_000;
/** A person answers after so many hours, half of the time. */
const MEDIAN_HOURS = 9;
/** What began lately is often still waiting. */
const RECENT_MS = 25 * 24 * HOUR_MS;
const MAX_TURNS = 20;
const OPINIONS = ['同意', '同意，请尽快办理', '已核对', '可以', '情况属实，同意', ''];
const DOUBTS = ['请补充说明', '金额与单据不符，请核对', '请附上附件', '时间请再确认'];

/** An app whose records are approved, six templates, and three months of approvals in all states. */
export async function fillApprovals(seed: DemoSeed): Promise<void> {
  await seedApp(seed, OFFICE, SEED, officeObjects);
  seed.progress('写入示例的流程与审批');
  const parts: Parts = {
    db: seed.db,
    records: recordWorkOf(seed.db),
    models: new Models(),
    outside: new Outside(seed.db, { publicUrl: '' }),
  };
  await seed.db.withTenant(seed, async (tx) => {
    const templates = await insertTemplates(tx, parts, seed);
    await new Story(remembering(tx), parts, seed).play(templates);
  });
}

async function insertTemplates(
  tx: TenantTx,
  parts: Parts,
  seed: DemoSeed,
): Promise<readonly TemplateRow[]> {
  const editing = { tx, parts, userId: seed.adminId };
  const templates: TemplateRow[] = [];
  for (const { name, icon, object, settings, nodes } of demoTemplates(namedPeople(seed))) {
    const template = { name, icon, objectApiName: object, settings };
    const { id } = await commitTemplate(editing, { template, nodes });
    templates.push(await templateRow(tx, id));
  }
  return templates;
}

function namedPeople({ accounts, adminId }: DemoSeed): Named {
  const account = (name: string): string => accounts.get(name) ?? adminId;
  return {
    admin: account('admin'),
    leader: account('leader'),
    finance: account('finance'),
    warehouse: account('warehouse'),
  };
}

const isAboutPeople = (sql: string): boolean =>
  /^\s*(select|with)\b[^]*\bupm\./.test(sql) && !/for update|bpm\.flow_i/.test(sql);

/** Reads of people and departments, which stay as they are meanwhile, are made once. */
function remembering(tx: TenantTx): TenantTx {
  const known = new Map<string, Promise<object[]>>();
  const query: TenantTx['query'] = <R extends object>(
    ...[text, values, options]: Parameters<TenantTx['query']>
  ): Promise<R[]> => {
    if (!isAboutPeople(text)) return tx.query<R>(text, values, options);
    const key = JSON.stringify([text, values]);
    const found = known.get(key) ?? tx.query<R>(text, values, options);
    known.set(key, found);
    return found as Promise<R[]>;
  };
  return withQuery(tx, query);
}

const withQuery = (tx: TenantTx, query: TenantTx['query']): TenantTx =>
  new Proxy(tx, {
    get(target, name) {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

/** What is done to an instance, and how its history shows it. */
interface Played {
  readonly command: Parameters<FlowRun['carryOut']>[0];
  readonly deed: Parameters<FlowRun['carryOut']>[1];
}

interface Row {
  id: string;
  by: string;
  at: Date;
}

const isGoing = ({ status }: InstanceRow): boolean => isOpen(status) && status !== 'suspended';

/** Plays approvals through the service, by a clock of its own. */
class Story {
  readonly #r = new Random(SEED);
  readonly #now = new Date();

  constructor(
    private readonly tx: TenantTx,
    private readonly parts: Parts,
    private readonly seed: DemoSeed,
  ) {}

  async play(templates: readonly TemplateRow[]): Promise<void> {
    const objects = new Set(templates.map(({ object_name }) => object_name));
    for (const object of objects) {
      const own = templates.filter(({ object_name }) => object_name === object);
      for (const record of await this.#records(object))
        await this.#playOne(this.#r.pick(own), record);
    }
    // What the store noted as news is no news.
    await this.tx.run(
      `update bpm.flow_item set read_at = created_at where tenant_id = $1
        and (state <> 'active' or created_at < now() - interval '5 days')`,
      [this.tx.tenant.id],
    );
    await this.tx.run(
      `update bpm.flow_cc set read_at = at where tenant_id = $1 and at < now() - interval '10 days'`,
      [this.tx.tenant.id],
    );
  }

  async #records(object: string): Promise<Row[]> {
    const no = await this.tx.query<{ no: number }>(
      'select no from bizmeta.object where tenant_id = $1 and api_name = $2',
      [this.tx.tenant.id, object],
    );
    return this.tx.query<Row>(
      `select id, created_by as by, created_at as at from t_${this.tx.tenant.no}.o_${no[0]!.no}
        order by created_at`,
    );
  }

  async #playOne(template: TemplateRow, record: Row): Promise<void> {
    const { at } = record;
    const row = await this.#insert(template, record);
    if (this.#r.chance(0.03)) return void (await this.#name(row, at));
    await this.#submit(row, at);
    let clock = this.#later(at);
    const isRecent = this.#now.getTime() - at.getTime() < RECENT_MS;
    const turns = isRecent && this.#r.chance(0.5) ? this.#r.int(0, 2) : MAX_TURNS;
    for (let turn = 0; turn < turns && isGoing(row) && clock < this.#now; turn += 1) {
      await this.#turn(row, clock);
      clock = this.#later(clock);
    }
  }

  async #insert(template: TemplateRow, { id, by, at }: Row): Promise<InstanceRow> {
    return insertInstance(this.tx, {
      id: uuidv7({ msecs: at.getTime() }),
      template,
      recordId: id,
      madeRecord: true,
      starterId: by,
      starterDept: await mainDeptOf(this.tx, by),
      parentId: null,
      form: null,
      picks: {},
      state: draftOf(by),
      now: at,
    });
  }

  #later(at: Date): Date {
    return new Date(at.getTime() + this.#r.amount(MEDIAN_HOURS, 1.1) * HOUR_MS);
  }

  async #name(row: InstanceRow, at: Date): Promise<void> {
    const run = await FlowRun.of(this.tx, this.parts, row, at);
    await describeInstance(run);
    await run.finish();
  }

  async #submit(row: InstanceRow, at: Date): Promise<void> {
    const run = await FlowRun.of(this.tx, this.parts, row, at);
    await describeInstance(run);
    await this.#do(run, {
      command: {
        kind: 'submit',
        by: { user: row.starter_id, isManager: false },
        now: at.getTime(),
      },
      deed: { op: 'submit', actor: row.starter_id, nodeId: 'start' },
    });
  }

  /** Someone does what a person would do now. */
  async #turn(row: InstanceRow, at: Date): Promise<void> {
    const run = await FlowRun.of(this.tx, this.parts, row, at);
    const now = at.getTime();
    const interruption = this.#interruption(run, now);
    if (interruption) return this.#do(run, interruption);
    if (this.#r.chance(0.015)) return this.#manage(run, now);
    const item = run.row.state.items.find(({ state }) => state === 'active');
    if (item) await this.#answer(run, item, now);
  }

  /** What the starter does while others are asked; seldom anything. */
  #interruption({ row }: FlowRun, now: number): Played | undefined {
    const by = { user: row.starter_id, isManager: false };
    if (this.#r.chance(0.02) && row.status === 'running')
      return {
        command: { kind: 'comment', by, now },
        deed: { op: 'comment', actor: row.starter_id, opinion: '麻烦尽快处理，谢谢' },
      };
    if (this.#r.chance(0.015) && row.status === 'running' && row.seq === 1)
      return {
        command: { kind: 'withdraw', by, now },
        deed: { op: 'withdraw', actor: row.starter_id },
      };
    return undefined;
  }

  /** An administrator stops an approval, for a while or for good. */
  #manage(run: FlowRun, now: number): Promise<void> {
    const by = { user: this.seed.adminId, isManager: true };
    const kind = this.#r.chance(0.5) ? 'suspend' : 'cancel';
    return this.#do(run, {
      command: { kind, by, now },
      deed: { op: kind, actor: by.user, opinion: '预算调整，先停一停' },
    });
  }

  async #answer(run: FlowRun, item: Item, now: number): Promise<void> {
    const { row } = run;
    const by = { user: item.user, isManager: false };
    const node = row.state.visits[item.visit - 1]!.step;
    const about = { actor: item.user, item: item.id, nodeId: node };
    const brings = { hasOpinion: true, isSigned: true, hasFiles: true };
    if (item.role === 'start')
      return this.#do(run, {
        command: { kind: 'submit', by, now },
        deed: { op: 'submit', ...about, opinion: '已补充' },
      });
    const isHandled = run.prepared.model.steps.get(node)?.kind === 'handle';
    const op = this.#r.weighted([
      ['approve', 88],
      ['reject', isHandled ? 0 : 5],
      ['return', 5],
      ['transfer', 2],
    ] as const);
    if (op === 'transfer') {
      const to = this.seed.accounts.get('leader') ?? this.seed.adminId;
      const isAsked = row.state.items.some(({ user, state }) => user === to && state === 'active');
      if (to !== item.user && !isAsked)
        return this.#do(run, {
          command: { kind: 'transfer', by, item: item.id, to, brings, now },
          deed: { op, ...about, userIds: [to], opinion: '请代为审核' },
        });
    }
    if (op === 'return')
      return this.#do(run, {
        command: { kind: 'return', by, item: item.id, to: 'start', brings, now },
        deed: { op, ...about, target: 'start', opinion: this.#r.pick(DOUBTS) },
      });
    const kind = op === 'reject' ? 'reject' : 'approve';
    await this.#do(run, {
      command: { kind, by, item: item.id, brings, now },
      deed: {
        op: kind,
        ...about,
        opinion: this.#r.pick(kind === 'reject' ? DOUBTS : OPINIONS),
      },
    });
  }

  async #do(run: FlowRun, { command, deed }: Played): Promise<void> {
    const consequences = new Consequences();
    await consequences.carryOut(run, command, deed);
    await consequences.finish(true);
  }
}
