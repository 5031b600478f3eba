import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compose } from '../compose.ts';
import { migrate, readConfig } from '../kernel/index.ts';
import { withTestDatabase } from '../kernel/testing.ts';
import { allMigrations } from '../services.ts';
import { DEMO_PASSWORD } from '../upm/index.ts';
import { openBackup, restore } from './restore.ts';

/** Backups of earlier versions, unchanged: one per folder. See docs/operations.md. */
const KEPT = fileURLToPath(new URL('../../../tests/fixtures/backups/', import.meta.url));

it.each(readdirSync(KEPT))(
  'version %s of a company is restored, brought up to date and worked with',
  (name) =>
    withTestDatabase(async ({ db }) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'huozi-kept-'));
      await restore(await openBackup(join(KEPT, name), allMigrations(), () => undefined), {
        db,
        dataDir,
        embedded: false,
      });
      await migrate(db, allMigrations());
      const { app, close } = await compose({
        config: { ...readConfig({}), dataDir },
        db,
        logger: false,
      });
      try {
        const post = async (url: string, payload: object, headers = {}) =>
          (await app.inject({ method: 'POST', url, payload, headers })).json() as {
            code: number;
            data: Record<string, unknown>;
          };
        const { code, data } = await post('/upm/anno/signIn', {
          account: 'user',
          password: DEMO_PASSWORD,
        });
        expect(code).toBe(200);
        const auth = {
          token: data['token'],
          userid: data['userid'],
          tenant: data['tenant'],
          regionid: data['regionId'],
        };
        const list = await post('/bizmeta/v1/object/customer/controller/List', { size: 20 }, auth);
        const { records } = list.data as { records: { id: string; version: number }[] };
        expect(records).toHaveLength(20);
        const edited = await post(
          '/bizmeta/v1/object/customer/action/BulkEdit',
          {
            records: [
              { id: records[0]!.id, version: records[0]!.version, remark: '恢复之后写下的' },
            ],
          },
          auth,
        );
        expect(edited.code).toBe(200);
        const [file] = await db.withOwner((tx) =>
          tx.query<{ id: string }>('select id from storage.file order by id limit 1'),
        );
        const bytes = await app.inject({
          method: 'GET',
          url: `/storage/attachment/att?fileId=${file!.id}`,
          headers: auth as Record<string, string>,
        });
        expect(bytes.body).toBe('合同正文：甲方与乙方……\n');
      } finally {
        await close();
        rmSync(dataDir, { recursive: true, force: true });
      }
    }, null),
);
