import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FlowEvent, FlowState } from '../../../flow/index.ts';
import { testServer, type TestServer } from '../../testing.ts';
import { folded } from '../testing/folded.ts';
import { fillApprovals } from './fill.ts';

let server: TestServer;
let took = 0;
beforeAll(async () => {
  server = await testServer();
  const began = performance.now();
  await fillApprovals(server.demo);
  took = performance.now() - began;
});
afterAll(() => server?.close());

it('has six templates and approvals in all states, three months of them', async () => {
  const admin = await server.signIn('admin');
  const { data } = await server.call('bpm.work.startList', {}, admin);
  expect(data.categories.map(({ name, templates }) => [name, templates.length])).toEqual([
    ['人事', 1],
    ['行政', 3],
    ['财务', 2],
  ]);
  const all = await server.call('bpm.process.viewAll', { size: 200 }, admin);
  const states = new Set(all.data.records.map(({ instanceState }) => instanceState));
  for (const state of ['running', 'approved', 'rejected', 'returned'] as const)
    expect(states).toContain(state);
  expect(all.data.total).toBeGreaterThan(200);
  const counts = await server.call('bpm.work.dashboardCount', {}, await server.signIn('finance'));
  expect(counts.data.todo).toBeGreaterThan(3);
  process.stdout.write(`the demo's approvals took ${Math.round(took)} ms\n`);
});

it('every one of them is what its events fold to', async () => {
  const rows = await server.db.withOwner(
    (tx) =>
      tx.query<{ starter: string; state: FlowState; events: { events: FlowEvent[] }[] | null }>(
        `select starter_id as starter, state,
          (select json_agg(json_build_object('events', e.events) order by seq) from bpm.flow_event e
            where e.tenant_id = i.tenant_id and e.instance_id = i.id) as events
          from bpm.flow_instance i where i.tenant_id = $1`,
        [server.demo.tenant.id],
      ),
    server.demo.tenant.id,
  );
  for (const { starter, state, events } of rows)
    expect(folded(starter, events ?? [])).toEqual(state);
});

it('statistics and forecasts have something to say', async () => {
  const admin = await server.signIn('admin');
  const all = await server.call('bpm.process.viewAll', { states: ['running'] }, admin);
  expect(all.data.records.filter(({ nodeName }) => nodeName === '')).toEqual([]);
  const [first] = all.data.records;
  const forecast = await server.call(
    'bpm.process.forecast',
    { instanceId: first!.instanceId },
    admin,
  );
  expect(forecast.data.result).toBe('approved');
  expect(forecast.data.steps.at(-1)).toMatchObject({ type: 'end' });
  const statistics = await server.call(
    'bpm.template.statistics',
    { templateId: first!.templateId },
    admin,
  );
  expect(statistics.data.nodes.some(({ medianHours }) => (medianHours ?? 0) > 1)).toBe(true);
  expect(statistics.data.perDay).toHaveLength(90);
});
