import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FlowEvent, FlowState } from '../../flow/index.ts';
import { asks, chain, Company, end, start } from './testing/company.ts';
import { folded } from './testing/folded.ts';

let company: Company;
let templateId: string;
const PEOPLE = ['leader', 'finance', 'sales', 'warehouse'] as const;

beforeAll(async () => {
  company = await Company.open();
  const ids = PEOPLE.map((name) => company.id(name));
  templateId = await company.template(
    '随机操作',
    chain(
      start,
      asks('sign', ids.slice(0, 3), { multi: 'all', returnMode: 'choose' }),
      {
        id: 'beside',
        type: 'parallel',
        branches: [
          { id: 'left', next: chain(asks('one', ids.slice(1, 2))) },
          { id: 'right', next: chain(asks('two', ids.slice(2, 4), { multi: 'sequential' })) },
        ],
      },
      asks('last', ids.slice(3)),
      end,
    ),
    { allowWithdraw: 'anytime' },
  );
});
afterAll(() => company.close());

interface Stored {
  state: FlowState;
  status: string;
  starter: string;
  events: { events: FlowEvent[] }[];
  items: { no: number; user_id: string; state: string }[];
}
/** An instance as it is stored, with its history and what lists read. */
const storedOf = (id: string): Promise<Stored> =>
  company.server.db.withOwner(async (tx) => {
    const [row] = await tx.query<Stored>(
      `select state, status, starter_id as starter,
        (select json_agg(json_build_object('events', e.events) order by seq) from bpm.flow_event e
          where e.tenant_id = i.tenant_id and e.instance_id = i.id) as events,
        (select json_agg(json_build_object('no', no, 'user_id', user_id, 'state', state) order by no)
          from bpm.flow_item x where x.tenant_id = i.tenant_id and x.instance_id = i.id) as items
        from bpm.flow_instance i where i.id = $1`,
      [id],
    );
    return row!;
  }, company.as('admin').tenant);

const moves = fc.array(
  fc.record({
    who: fc.constantFrom(...PEOPLE, 'user' as const, 'admin' as const),
    op: fc.constantFrom(
      'approve',
      'approve',
      'approve',
      'reject',
      'return',
      'transfer',
      'delegate',
      'addSign',
      'retract',
      'withdraw',
      'urge',
      'cc',
      'comment',
      'suspend',
      'resume',
      'submit',
    ),
    to: fc.constantFrom(...PEOPLE),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
  { minLength: 8, maxLength: 25 },
);

it('whatever people do, what is stored is what the events fold to', async () => {
  await fc.assert(
    fc.asyncProperty(moves, async (list) => {
      const { instanceId } = await company.start(templateId);
      for (const { who, op, to, when } of list) {
        const detail = await company.call('bpm.process.detail', { instanceId }, who);
        const itemId = detail.data?.itemId ?? undefined;
        await company.call(
          'bpm.process.operate',
          {
            instanceId,
            ...(itemId &&
              ['withdraw', 'suspend', 'resume', 'submit'].includes(op) === false && { itemId }),
            op: op as 'approve',
            opinion: '随机',
            userIds: [company.id(to)],
            when,
          },
          who,
        );
        const { state, status, starter, events, items } = await storedOf(instanceId);
        expect(folded(starter, events)).toEqual(state);
        expect(items.map((each) => [each.no, each.user_id, each.state])).toEqual(
          state.items.map((each) => [each.id, each.user, each.state]),
        );
        const isOpen = ['running', 'suspended'].includes(state.status);
        expect(['running', 'returned', 'suspended'].includes(status)).toBe(isOpen);
      }
    }),
    { numRuns: Number(process.env['FLOW_RUNS'] ?? 6) },
  );
}, 120_000);
