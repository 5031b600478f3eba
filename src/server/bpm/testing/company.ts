import { expect } from 'vitest';
import type { InputOf, NestedFlowNode, RecordValues } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

/** Field of an object as a builder sends it. */
const f = (
  apiName: string,
  label: string,
  type: 'text' | 'integer' | 'user',
  more: object = {},
) => ({
  apiName,
  label,
  type,
  ...more,
});

/** A node in the nested form; those that follow are given after it. */
type Node = Omit<NestedFlowNode, 'next'>;
export const chain = (...nodes: Node[]): NestedFlowNode =>
  nodes.reduceRight<NestedFlowNode | undefined>(
    (next, node) => ({ ...node, ...(next && { next }) }) as NestedFlowNode,
    undefined,
  )!;
export const start: Node = { id: 'start', type: 'start' };
export const end: Node = { id: 'end', type: 'end' };
/** An approval by these people. */
export const asks = (id: string, users: readonly string[], more: object = {}): Node => ({
  id,
  type: 'approve',
  name: id,
  candidates: [{ strategy: 30, param: [...users] }],
  ...more,
});

/** A demo company whose people approve leaves: the object 请假, and calls in the names of people. */
export class Company {
  readonly server: TestServer;
  private constructor(
    server: TestServer,
    readonly people: Readonly<Record<string, Auth>>,
  ) {
    this.server = server;
  }

  static async open(settings: Parameters<typeof testServer>[0] = {}): Promise<Company> {
    const server = await testServer(settings);
    const names = ['admin', 'builder', 'user', 'leader', 'sales', 'finance', 'warehouse'];
    const people: Record<string, Auth> = {};
    for (const name of names) people[name] = await server.signIn(name);
    const company = new Company(server, people);
    const fields = [
      f('reason', '事由', 'text', { required: true }),
      f('days', '天数', 'integer'),
      f('note', '备注', 'text'),
      f('approver', '审批人', 'user'),
    ];
    const made = await company.call(
      'bizmeta.describe.create',
      { describe: { apiName: 'leave', label: '请假', fields } },
      'builder',
    );
    expect(made.msg).toBe('ok');
    return company;
  }
  close = () => this.server.close();

  as(name: string): Auth {
    return this.people[name]!;
  }
  id(name: string): string {
    return this.as(name).userid;
  }
  call: <I extends Parameters<TestServer['call']>[0]>(
    id: I,
    input: InputOf<I>,
    as: string,
  ) => ReturnType<typeof this.server.call<I>> = (id, input, as) =>
    this.server.call(id, input, this.as(as));

  /** Publishes a template of leaves. */
  async template(
    name: string,
    nodes: NestedFlowNode,
    settings: InputOf<'bpm.template.commit'>['template']['settings'] = {},
    id?: string,
  ): Promise<string> {
    const template = { name, objectApiName: 'leave', settings, ...(id !== undefined && { id }) };
    const { msg, data, error } = await this.call(
      'bpm.template.commit',
      { template, nodes },
      'builder',
    );
    expect(error?.errors ?? msg).toBe('ok');
    return data.id;
  }

  /** Starts an instance; fails the test when it is refused. */
  async start(
    templateId: string,
    as = 'user',
    record: RecordValues = { reason: '回家', days: 2 },
    more: Partial<InputOf<'bpm.work.start'>> = {},
  ): Promise<{ instanceId: string; recordId: string }> {
    const { msg, data, error } = await this.call(
      'bpm.work.start',
      { templateId, record, ...more },
      as,
    );
    expect(error?.errors ?? msg).toBe('ok');
    return { instanceId: data.instanceId, recordId: data.recordId! };
  }

  /** What a person has to do in an instance. */
  async item(instanceId: string, as: string): Promise<string> {
    const { data } = await this.call('bpm.work.todo', { size: 100 }, as);
    const found = data.records.find((each) => each.instanceId === instanceId);
    if (!found) throw new Error(`${as} has nothing to do in it`);
    return found.itemId!;
  }

  /** Does something with one's own item. */
  async does(
    instanceId: string,
    as: string,
    op: InputOf<'bpm.process.operate'>['op'],
    more: Partial<InputOf<'bpm.process.operate'>> = {},
  ) {
    const itemId = await this.item(instanceId, as);
    return this.call('bpm.process.operate', { itemId, op, ...more }, as);
  }
  /** The same, which must be carried out; answers the instance's state. */
  async did(
    instanceId: string,
    as: string,
    op: InputOf<'bpm.process.operate'>['op'],
    more: Partial<InputOf<'bpm.process.operate'>> = {},
  ): Promise<string> {
    const { msg, data, error } = await this.does(instanceId, as, op, more);
    expect(error?.errors?.[0] ?? msg).toBe('ok');
    return data.state;
  }
  async detail(instanceId: string, as = 'admin') {
    const { msg, data } = await this.call('bpm.process.detail', { instanceId }, as);
    expect(msg).toBe('ok');
    return data;
  }
  /** Names of the nodes an instance is at. */
  async at(instanceId: string): Promise<string[]> {
    const { visits } = await this.detail(instanceId);
    return visits.filter(({ state }) => state === 'active').map(({ nodeId }) => nodeId);
  }
  /**
   * As if the time of an instance's timers had come: answers how many there are.
   */
  timeIsUp(instanceId: string): Promise<number> {
    const { db, demo } = this.server;
    return db.withTenant(demo, (tx) =>
      tx.run(
        `update bpm.flow_timer set due_at = now() - interval '1 second'
          where tenant_id = $1 and instance_id = $2`,
        [tx.tenant.id, instanceId],
      ),
    );
  }
  record = async (id: string, as = 'builder'): Promise<RecordValues> =>
    (await this.call('bizmeta.record.detail', { object: 'leave', id }, as)).data.record;
}
