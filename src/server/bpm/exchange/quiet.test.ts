import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { compose } from '../../compose.ts';
import { readConfig, startJob } from '../../kernel/index.ts';
import { TIMER_JOB } from '../instances/timer-job.ts';
import { asks, chain, Company, end, start } from '../testing/company.ts';

/** The stand-in of an outside system: counts what it is asked. */
let erp: Server;
let asked = 0;
let url = '';
let copy: Company;
const NETWORKS = { outboundNetworks: ['127.0.0.1'] };
beforeAll(async () => {
  erp = createServer((request, response) => {
    asked += 1;
    request.resume().on('end', () => response.end('{}'));
  });
  await new Promise<void>((done) => erp.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(erp.address() as AddressInfo).port}/erp`;
  copy = await Company.open({ quiet: true, ...NETWORKS });
});
afterAll(async () => {
  await copy?.close();
  erp.close();
});

const jobClaims = () =>
  copy.server.db.withTenant(copy.server.demo, (tx) =>
    tx.query<{ claim: number }>('select claim from kernel.job where tenant_id = $1 and kind = $2', [
      tx.tenant.id,
      TIMER_JOB,
    ]),
  );
const waitingRows = async (): Promise<number> => {
  const rows = await copy.server.db.withTenant(copy.server.demo, (tx) =>
    tx.query('select from kernel.outbox where tenant_id = $1 and tries = 0', [tx.tenant.id]),
  );
  return rows.length;
};

it('a restored copy that is looked at asks no outside system and fires no timer; without HUOZI_QUIET it would', async () => {
  const { msg, data } = await copy.call(
    'bpm.template.commit',
    {
      template: { name: '外部', objectApiName: 'leave' },
      nodes: chain(
        start,
        { id: 'ask', type: 'trigger', name: '通知外部', do: { action: 'http', url } },
        asks('lead', [copy.id('leader')]),
        end,
      ),
    },
    'admin',
  );
  expect(msg).toBe('ok');
  const { instanceId } = await copy.start(data.id);
  await copy.server.db.withTenant(copy.server.demo, (tx) =>
    startJob(tx, {
      kind: TIMER_JOB,
      title: '审批的定时处理',
      payload: null,
      total: 0,
      by: copy.server.demo.adminId,
    }),
  );
  const waiting = await waitingRows();
  expect(waiting).toBeGreaterThan(0);
  // Longer than outbox and jobs are looked at.
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect([asked, await waitingRows(), await jobClaims()]).toEqual([0, waiting, [{ claim: 0 }]]);
  expect(await copy.at(instanceId)).toEqual(['ask']);

  const config = { ...readConfig({}), ...NETWORKS, dataDir: copy.server.dataDir };
  const original = await compose({ config, db: copy.server.db, logger: false });
  try {
    const acts = async (): Promise<void> => {
      expect(asked).toBe(1);
      expect((await jobClaims())[0]!.claim).toBeGreaterThan(0);
    };
    await vi.waitFor(acts, { timeout: 30_000, interval: 100 });
  } finally {
    await original.close();
  }
});

it('HUOZI_QUIET that is misspelt is refused rather than ignored', () => {
  expect(readConfig({ HUOZI_QUIET: 'yes' }).quiet).toBe(true);
  expect(readConfig({}).quiet).toBeUndefined();
  expect(() => readConfig({ HUOZI_QUIET: 'true' })).toThrow(/HUOZI_QUIET="true" 无效：应为 yes/);
});
