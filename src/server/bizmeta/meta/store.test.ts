import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing.ts';
import { GROWN_FIELDS, growMetadata, scansOf } from '../testing/grow.ts';
import { LOAD_BY_ID, LOAD_BY_NAME, LOAD_NAMED, LOAD_WITH_TARGETS } from './store.ts';

let server: TestServer;
const owner = (text: string) => server.db.withOwner((tx) => tx.query(text));
const META = ['bizmeta.object', 'bizmeta.field'];

beforeAll(async () => {
  server = await testServer();
  for (const table of META) await owner(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  // One object in sight: the statistics say that its fields are the whole table.
  await growMetadata(server.db, server.demo, 1, 1);
  await owner(`ANALYZE ${META.join(', ')}`);
  const { tenant } = await server.newTenant('grown');
  await server.db.withTenant({ tenant }, (tx) =>
    tx.run('INSERT INTO bizmeta.catalog (tenant_id) VALUES ($1)', [tenant.id]),
  );
  await growMetadata(server.db, { tenant }, 1, 400);
  await growMetadata(server.db, server.demo, 2, 400);
});
afterAll(() => server?.close());

const WRONG: Readonly<Record<string, string>> = {
  'of a table with one object': 'SELECT 1',
  'that call the tables empty': `UPDATE pg_class SET reltuples = 0, relpages = 0
    WHERE oid IN ('bizmeta.object'::regclass, 'bizmeta.field'::regclass)`,
  'that call the tables nearly empty': `UPDATE pg_class SET reltuples = 1, relpages = 1
    WHERE oid IN ('bizmeta.object'::regclass, 'bizmeta.field'::regclass)`,
  'that were never taken': `DELETE FROM pg_statistic
    WHERE starelid IN ('bizmeta.object'::regclass, 'bizmeta.field'::regclass)`,
  'that are right': `ANALYZE ${META.join(', ')}`,
};

describe('reading the metadata of one of 400 objects', () => {
  it.each(Object.entries(WRONG))(
    'looks rows up by indexes, with statistics %s',
    async (_name, prepare) => {
      await owner(prepare);
      const [one] = await server.db.readTenant<{ id: string }>(
        server.demo,
        `SELECT id FROM bizmeta.object WHERE api_name = 'grown200'`,
      );
      const loads = [
        [LOAD_WITH_TARGETS, 'grown200'],
        [LOAD_BY_NAME, 'grown200'],
        [LOAD_BY_ID, one!.id],
        [LOAD_NAMED, ['grown200', 'grown7']],
      ] as const;
      for (const [text, value] of loads) {
        const scans = (await scansOf(server.db, server.demo, text, [value])).filter(
          ({ table }) => !table.startsWith('catalog'),
        );
        expect(
          scans.filter(
            ({ kind, condition }) =>
              kind === 'Seq Scan' || (condition === '' && kind !== 'Bitmap Heap Scan'),
          ),
        ).toEqual([]);
        // Rows of other objects are not read only to be discarded.
        expect(scans.reduce((sum, { discarded }) => sum + discarded, 0)).toBeLessThan(
          4 * GROWN_FIELDS,
        );
        expect(scans.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(12 * GROWN_FIELDS);
      }
    },
  );
});
