import { v7 as uuidv7 } from 'uuid';
import type { DescribeInput, InputOf, ViewInput } from '../../../contract/index.ts';
import type { DemoSeed } from '../../kernel/index.ts';
import { createApp } from '../apps/apps.ts';
import { Catalog } from '../meta/catalog.ts';
import { createObject } from '../meta/save.ts';
import { services } from '../service-ports.ts';
import { createView } from '../views/save.ts';
import { loadRecords } from './load.ts';
import { Random } from './random.ts';
import { worldOf, type GeneratedRecord, type DemoWorld } from './records.ts';

/** An object of a demo app with its records, and the views of it everybody has. */
export interface DemoObject {
  describe: DescribeInput;
  records: readonly GeneratedRecord[];
  views?: readonly ViewInput[];
}

/** An app, its objects, their records and views, in one transaction: all of it is there or none. */
export async function seedApp(
  seed: DemoSeed,
  app: InputOf<'bizmeta.app.save'>,
  number: number,
  make: (world: DemoWorld) => readonly DemoObject[],
): Promise<void> {
  seed.progress(`写入示例应用：${app.name}`);
  const catalog = new Catalog(seed.db);
  const world = worldOf(new Random(number), new Date(), seed, uuidv7);
  const tables = await seed.db.withTenant(seed, async (tx) => {
    const { id: appId } = await createApp(tx, seed.adminId, app, 'open');
    const names: string[] = [];
    for (const { describe, records, views = [] } of make(world)) {
      const object = String(describe.apiName);
      await createObject(tx, seed.adminId, { appId, describe });
      const { table } = await catalog.enterWhole(tx, object);
      await loadRecords(tx, table, records);
      for (const view of views)
        await createView(
          { tx, catalog, services, viewer: { userId: seed.adminId, isBuilder: true } },
          { object, appId, view: { scope: 'shared', ...view } },
        );
      names.push(table.name);
    }
    return names;
  });
  await seed.db.withOwner(async (tx) => {
    for (const name of tables) await tx.query(`ANALYZE ${name}`);
  });
}
