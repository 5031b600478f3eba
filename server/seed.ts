import type { Database } from './kernel/index.ts';
import { services } from './services.ts';
import { seedDemoTenant } from './upm/index.ts';

/**
 * Fills the demo tenant on the first run: the company, then what each service adds. A service that was done is not asked
 * again; one that a crash cut off is. Answers whether this database has the demo.
 */
export async function seedDemo(db: Database, progress: (text: string) => void): Promise<boolean> {
  const seed = await seedDemoTenant(db, progress);
  if (!seed) return false;
  const done = await db.withOwner((tx) => tx.query<{ service: string }>('select service from kernel.demo_seed'));
  for (const service of services) {
    if (!service.seedDemo || done.some((each) => each.service === service.name)) continue;
    await service.seedDemo(seed);
    await db.withOwner((tx) => tx.run('insert into kernel.demo_seed (service) values ($1) on conflict do nothing', [service.name]));
  }
  return true;
}
