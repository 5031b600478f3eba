import { v7 as uuid } from 'uuid';
import type { DataOf, InputOf, SmsTemplate } from '../../../contract/index.ts';
import {
  AppError,
  uniqueViolation,
  type Context,
  type Database,
  type TenantTx,
} from '../../kernel/index.ts';
import { paramsOf } from '../delivery/secrets.ts';
import { isSystemCode, systemTemplates } from '../delivery/sms-templates.ts';

interface Row {
  id: string;
  code: string;
  name: string;
  type: SmsTemplate['type'];
  content: string;
  provider_template_id: string;
  enabled: boolean;
  version: number;
  updated_at: Date;
}

const COLUMNS = 'id, code, name, type, content, provider_template_id, enabled, version, updated_at';
/** Most templates of a company's own: more could not be distinguished. */
const MAX_TEMPLATES = 200;
const DEFAULT_SIZE = 20;

const templateOf = ({
  id,
  code,
  name,
  type,
  content,
  provider_template_id,
  enabled,
  version,
  updated_at,
}: Row): SmsTemplate => ({
  id,
  code,
  name,
  type,
  content,
  providerTemplateId: provider_template_id,
  enabled,
  version,
  params: paramsOf(content),
  system: isSystemCode(code),
  updateTime: updated_at.toISOString(),
});

/** The system's templates, a company's own in their places, then the company's others. */
async function allTemplates(db: Database, ctx: Context): Promise<SmsTemplate[]> {
  const rows = await db.readTenant<Row>(
    ctx,
    `select ${COLUMNS} from msg.sms_template where tenant_id = $1 order by code`,
    [ctx.tenant.id],
  );
  const own = rows.map(templateOf);
  const changed = new Map(own.map((each) => [each.code, each]));
  return [
    ...systemTemplates.map((each) => changed.get(each.code) ?? each),
    ...own.filter(({ system }) => !system),
  ];
}

export async function templatePage(
  db: Database,
  ctx: Context,
  { query, current = 1, size = DEFAULT_SIZE }: InputOf<'msg.smsTemplate.page'>,
): Promise<DataOf<'msg.smsTemplate.page'>> {
  const wanted = (query ?? '').trim().toLowerCase();
  const found = (await allTemplates(db, ctx)).filter(({ code, name, content }) =>
    [code, name, content].some((text) => text.toLowerCase().includes(wanted)),
  );
  return { records: found.slice((current - 1) * size, current * size), total: found.length };
}

async function requireRoom(tx: TenantTx): Promise<void> {
  const [{ n } = { n: 0 }] = await tx.query<{ n: number }>(
    'select count(*) as n from msg.sms_template where tenant_id = $1',
    [tx.tenant.id],
  );
  if (n >= MAX_TEMPLATES) throw new AppError('TOO_MANY', { max: MAX_TEMPLATES, count: n + 1 });
}

export async function saveTemplate(
  db: Database,
  ctx: Context,
  { code, name, type, content, providerTemplateId, enabled }: InputOf<'msg.smsTemplate.save'>,
): Promise<SmsTemplate> {
  return db
    .withTenant(ctx, async (tx) => {
      await requireRoom(tx);
      const [row] = await tx.query<Row>(
        `insert into msg.sms_template (tenant_id, id, code, name, type, content,
          provider_template_id, enabled) values ($1, $2, $3, $4, $5, $6, $7, $8)
          returning ${COLUMNS}`,
        [
          ctx.tenant.id,
          uuid(),
          code,
          name.trim(),
          type,
          content,
          providerTemplateId.trim(),
          enabled,
        ],
      );
      return templateOf(row!);
    })
    .catch((error: unknown) => {
      throw uniqueViolation(error) === undefined
        ? error
        : new AppError('NAME_TAKEN', { what: '模板标识', name: code });
    });
}

/** Why a change of this row changed nothing: it is not there, or it is another version by now. */
async function refusal(tx: TenantTx, id: string): Promise<AppError> {
  const [row] = await tx.query<Row>(
    `select ${COLUMNS} from msg.sms_template where tenant_id = $1 and id = $2`,
    [tx.tenant.id, id],
  );
  return row
    ? new AppError('STALE_VERSION', {}, { current: templateOf(row) })
    : new AppError('TEMPLATE_UNKNOWN');
}

export async function updateTemplate(
  db: Database,
  ctx: Context,
  { id, version, name, content, providerTemplateId, enabled }: InputOf<'msg.smsTemplate.update'>,
): Promise<SmsTemplate> {
  return db.withTenant(ctx, async (tx) => {
    const [row] = await tx.query<Row>(
      `
      update msg.sms_template
        set name = $4, content = $5, provider_template_id = $6, enabled = $7, version = version + 1,
        updated_at = now()
      where tenant_id = $1 and id = $2 and version = $3 returning ${COLUMNS}`,
      [ctx.tenant.id, id, version, name.trim(), content, providerTemplateId.trim(), enabled],
    );
    if (!row) throw await refusal(tx, id);
    return templateOf(row);
  });
}

export async function removeTemplate(
  db: Database,
  ctx: Context,
  { id, version }: InputOf<'msg.smsTemplate.remove'>,
): Promise<null> {
  return db.withTenant(ctx, async (tx) => {
    if (
      (await tx.run(
        'delete from msg.sms_template where tenant_id = $1 and id = $2 and version = $3',
        [ctx.tenant.id, id, version],
      )) === 0
    )
      throw await refusal(tx, id);
    return null;
  });
}
