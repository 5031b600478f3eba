import type { Database } from './kernel/index.ts';
import { services } from './services.ts';
import { seedDemoTenant } from './upm/index.ts';

/**
 * Fills the demo tenant on the first run: the company, then what each service adds, part by part. A
 * part that was done is not done again; one that a crash cut off is. Answers whether this database
 * has the demo.
 */
export async function seedDemo(db: Database, progress: (text: string) => void): Promise<boolean> {
  const seed = await seedDemoTenant(db, progress);
  if (!seed) return false;
  const done = await db.withOwner((tx) =>
    tx.query<{ service: string }>('select service from kernel.demo_seed'),
  );
  for (const [part, fill] of services.flatMap(({ demo }) => Object.entries(demo ?? {}))) {
    if (done.some((each) => each.service === part)) continue;
    await fill(seed);
    await db.withOwner((tx) =>
      tx.run('insert into kernel.demo_seed (service) values ($1) on conflict do nothing', [part]),
    );
  }
  return true;
}
