import { problem, type DataOf, type InputOf } from '../../../contract/index.ts';
import {
  AppError,
  problemsError,
  uniqueViolation,
  type Context,
  type Database,
  type Scope,
} from '../../kernel/index.ts';
import { isArea } from '../areas.ts';
import { companyCodeProblem } from '../identity/register.ts';
import { companyNameOf, namedAt } from '../names.ts';
import { replacePicture, squareOf } from '../profile/pictures.ts';
import { VERSION_NAMES } from '../tenants/regions.ts';

/** A package with its name. */
export const packageOf = (versionType: string): { versionType: string; name: string } => ({
  versionType,
  name: VERSION_NAMES[versionType] ?? versionType,
});

type Company = DataOf<'upm.tenant.detailTenant'>;
interface Row extends Omit<Company, 'createdAt' | 'versionPackage'> {
  created_at: Date;
  version_type: string;
}

/** The company's own data. */
export async function companyOf(db: Database, { tenant }: Scope): Promise<Company> {
  const [row] = await db.readTenant<Row>(
    { tenant },
    `
    select t.id, t.code, t.name, t.logo_url as "logoUrl", t.industry, t.area, t.address,
      t.contact_name as "contactName", t.contact_mobile as "contactMobile",
      t.contact_email as "contactEmail", t.intro, t.region as "regionCode", r.name as "regionName",
        t.version, t.version_type, t.created_at
    from upm.tenant t join upm.region r on r.code = t.region where t.id = $1`,
    [tenant.id],
    { name: 'upm-company' },
  );
  if (!row) throw new Error('a session without its company');
  const { created_at, version_type, ...rest } = row;
  return { ...rest, createdAt: created_at.toISOString(), versionPackage: packageOf(version_type) };
}

/** Loose on purpose: numbers of switchboards and of abroad count as well. */
const PHONE = /^[+\d][\d\s()-]{4,19}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function requireSound({
  area,
  contactMobile,
  contactEmail,
}: Pick<Company, 'area' | 'contactMobile' | 'contactEmail'>): void {
  if (area !== '' && !isArea(area))
    throw problemsError([problem('/area', 'FIELD_INVALID', { label: '所在地区' })]);
  if (contactMobile !== '' && !PHONE.test(contactMobile))
    throw problemsError([problem('/contactMobile', 'FIELD_INVALID', { label: '联系电话' })]);
  if (contactEmail !== '' && !EMAIL.test(contactEmail))
    throw problemsError([problem('/contactEmail', 'FIELD_INVALID', { label: '联系邮箱' })]);
}

const CODE = '企业代号';

/**
 * The new short name: null for none. An invalid one, or another company's, is reported at its
 * field.
 */
async function codeOf(db: Database, { tenant }: Scope, given: string): Promise<string | null> {
  if (given === '') return null;
  const why = await companyCodeProblem(db, given, tenant.id);
  if (why) throw problemsError([problem('/code', 'RULE_BROKEN', { message: why })]);
  return given;
}

/**
 * Writes the whole of it over the version that was read. The index decides between two companies
 * that take a short name at once.
 */
export async function updateCompany(
  db: Database,
  ctx: Context,
  { version, code: newCode, ...given }: InputOf<'upm.tenant.updateTenant'>,
): Promise<{ version: number }> {
  const it = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, value.trim()]),
  ) as typeof given;
  const before = await companyOf(db, ctx);
  it.name = namedAt('/name', () => companyNameOf(it.name, before.name));
  requireSound(it);
  const code = newCode === undefined ? undefined : await codeOf(db, ctx, newCode.trim());
  const changed = await db
    .withTenant(ctx, (tx) =>
      tx.run(
        `
    update upm.tenant set name = $3, code = case when $11 then $12
      else code end, industry = $4, area = $5, address = $6, contact_name = $7, contact_mobile = $8,
      contact_email = $9, intro = $10, version = version + 1
    where id = $1 and version = $2`,
        [
          ctx.tenant.id,
          version,
          it.name,
          it.industry,
          it.area,
          it.address,
          it.contactName,
          it.contactMobile,
          it.contactEmail,
          it.intro,
          code !== undefined,
          code ?? null,
        ],
      ),
    )
    .catch((error: unknown) => {
      throw uniqueViolation(error) === 'tenant_code'
        ? problemsError([problem('/code', 'VALUE_TAKEN', { label: CODE, value: code ?? '' })])
        : error;
    });
  if (changed === 0) throw new AppError('STALE_VERSION', {}, { current: await companyOf(db, ctx) });
  return { version: version + 1 };
}

/** Another logo; null takes it away. */
export async function changeLogo(
  db: Database,
  ctx: Context,
  picture: string | null,
): Promise<{ logoUrl: string }> {
  const square = picture === null ? null : await squareOf(picture);
  return db.withTenant(ctx, async (tx) => {
    const [row] = await tx.query<{ logo_url: string }>(
      'select logo_url from upm.tenant where id = $1 for update',
      [tx.tenant.id],
    );
    const logoUrl = await replacePicture(tx, ctx.userId, row?.logo_url ?? '', square);
    await tx.run('update upm.tenant set logo_url = $2 where id = $1', [tx.tenant.id, logoUrl]);
    return { logoUrl };
  });
}

interface OwnRow {
  id: string;
  name: string;
  logo_url: string;
  region: string;
  region_name: string;
  is_admin: boolean;
}

/** The companies a person belongs to, in the order they joined. */
export async function companiesOf(
  db: Database,
  { userId, tenant }: Context,
): Promise<DataOf<'upm.tenant.getUserTenant'>> {
  const rows = await db.asAnonymous<OwnRow>(
    `
    select t.id, t.name, t.logo_url, t.region, r.name as region_name,
      exists (select from upm.user_role ur join upm.role o on o.tenant_id = ur.tenant_id
        and o.id = ur.role_id where ur.tenant_id = t.id and ur.user_id = m.user_id
        and o.code = 'tenant_admin') as is_admin
    from upm.member m join upm.tenant t on t.id = m.tenant_id and t.state = 'active'
      join upm.region r on r.code = t.region
    where m.user_id = $1 and m.state = 'active' order by m.created_at, t.id`,
    [userId],
  );
  return rows.map(({ id, name, logo_url, region, region_name, is_admin }) => ({
    id,
    name,
    logoUrl: logo_url,
    regionCode: region,
    regionName: region_name,
    isAdmin: is_admin,
    current: id === tenant.id,
  }));
}
