import { fillOrders } from './bizmeta/index.ts';
import { joinDatabase, migrate, readConfig } from './kernel/index.ts';
import { seedDemo } from './seed.ts';
import { allMigrations } from './services.ts';
import { seedDemoTenant } from './upm/index.ts';

/**
 * `npm run demo -- --records N`: fills the demo's orders up to N, whether the server runs or not.
 */

/** Beyond this an order number has no room left, and a laptop no disk. */
const MOST = 100_000_000;

function wanted(args: readonly string[]): number {
  const at = args.indexOf('--records');
  const count = Number(at < 0 ? NaN : args[at + 1]);
  if (!Number.isInteger(count) || count < 1 || count > MOST)
    throw new Error(`用法：npm run demo -- --records 1000000（1 至 ${MOST}）`);
  return count;
}

const print = (text: string) => {
  process.stdout.write(`${text}\n`);
};

async function fillDemo(): Promise<void> {
  const count = wanted(process.argv.slice(2));
  const open = await joinDatabase(readConfig());
  try {
    await migrate(open.db, allMigrations());
    await seedDemo(open.db, print);
    const seed = await seedDemoTenant(open.db, print);
    if (!seed) throw new Error('此数据库不是示例环境，未作任何更改');
    print(`已新增 ${(await fillOrders(seed, count)).toLocaleString('zh-CN')} 条订单`);
  } finally {
    await open.close();
  }
}

fillDemo().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
