import { bytesText, type DataOf } from '../../contract/index.ts';
import {
  diskSpaceOf,
  type Config,
  type Context,
  type Database,
  type Kernel,
} from '../kernel/index.ts';
import { operatingTenant } from '../upm/index.ts';
import { spaceOf } from './quota.ts';

type State = DataOf<'storage.state'>;
type Usage = State['own'];
type Companies = State['companies'];

/** Companies that are listed, those with the most files first. */
const SHOWN = 50;

const percentOf = (part: number, whole: number): number =>
  whole > 0 ? Math.floor((part / whole) * 100) : 0;
const usageOf = (used: number, limit: number): Usage => ({
  used: bytesText(used),
  limit: bytesText(limit),
  percent: percentOf(used, limit),
});

async function diskOf({
  dataDir,
  filesDir = dataDir,
  databaseUrl,
}: Config): Promise<NonNullable<State['disk']>> {
  const { total, free, low, reserve, state } = await diskSpaceOf(filesDir);
  return {
    state,
    total: bytesText(total),
    used: bytesText(total - free),
    free: bytesText(free),
    percent: percentOf(total - free, total),
    low: bytesText(low),
    reserve: bytesText(reserve),
    withDatabase: databaseUrl === undefined,
  };
}

interface CompanyRow {
  readonly id: string;
  readonly name: string;
  readonly used: string;
  readonly own: string | null;
  readonly sum: string;
  readonly count: number;
}

const COMPANIES = `select t.id, t.name, coalesce(s.used_bytes, 0) as used, s.limit_bytes as own,
    coalesce(sum(s.used_bytes) over (), 0) as sum, (count(*) over ())::int as count
  from upm.tenant t left join storage.space s on s.tenant_id = t.id order by used desc, t.no
    limit ${SHOWN}`;

async function companiesOf(db: Database, ctx: Context, limit: number): Promise<Companies> {
  const rows = await db.withOwner((tx) => tx.query<CompanyRow>(COMPANIES), ctx.tenant.id);
  return {
    files: bytesText(Number(rows[0]?.sum ?? 0)),
    count: rows[0]?.count ?? 0,
    largest: rows.map(({ id, name, used, own }) => ({
      id,
      name,
      ...usageOf(Number(used), Number(own ?? limit)),
    })),
  };
}

/**
 * What files take and may take. Administrators of the company that runs the installation (the first
 * one) also learn of the disk, of the other companies and of a proxy that TRUST_PROXY does not
 * name; others learn of their own company alone.
 */
export async function storageState(
  { db, config, unnamedProxy }: Pick<Kernel, 'db' | 'config' | 'unnamedProxy'>,
  ctx: Context,
): Promise<State> {
  const { used, limit } = await db.withTenant(ctx, (tx) => spaceOf(tx, config.storageQuota));
  const own = usageOf(used, limit);
  if ((await operatingTenant(db))?.id !== ctx.tenant.id)
    return { mine: false, own, disk: null, companies: null, unnamedProxy: null };
  const [disk, companies] = await Promise.all([
    diskOf(config),
    companiesOf(db, ctx, config.storageQuota.company),
  ]);
  return { mine: true, own, disk, companies, unnamedProxy: unnamedProxy() ?? null };
}
