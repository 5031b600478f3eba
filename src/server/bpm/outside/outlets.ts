import { randomBytes } from 'node:crypto';
import { problem, type DataOf, type InputOf, type Problem } from '../../../contract/index.ts';
import {
  AppError,
  NEEDS_TLS,
  problemsError,
  type Context,
  type TenantTx,
} from '../../kernel/index.ts';
import { seal, unseal } from './secret-box.ts';

type Saved = DataOf<'bpm.template.outlet.save'>;
type Shown = DataOf<'bpm.template.outlet.list'>[number];

/** What a template's requests to an origin carry. */
export interface Outlet {
  readonly headers: Readonly<Record<string, string>>;
  /** Key of the signature. */
  readonly secret?: string;
}

const SECRET_BYTES = 32;
/** Headers of one origin. */
const MAX_HEADERS = 20;
/** Headers that are the connection's or ours. */
const OWN_HEADERS =
  /^(host|connection|content-.*|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*|idempotency-key|x-huozi-.*)$/i;
const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const VALUE = /^[\x20-\x7e]{1,2000}$/;

const placeOf = (tx: TenantTx, templateId: string, origin: string): string =>
  `${tx.tenant.id} ${templateId} ${origin}`;

export const originOf = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).origin : undefined;

/** What requests of the template to this origin carry. */
export async function outletOf(
  tx: TenantTx,
  key: Buffer,
  templateId: string,
  origin: string,
): Promise<Outlet> {
  const [row] = await tx.query<{ sealed: Buffer }>(
    'select sealed from bpm.flow_outlet where tenant_id = $1 and template_id = $2 and origin = $3',
    [tx.tenant.id, templateId, origin],
  );
  if (!row) return { headers: {} };
  return JSON.parse(unseal(key, row.sealed, placeOf(tx, templateId, origin))) as Outlet;
}

/** Origins whose requests are signed. */
export async function signedOrigins(
  tx: TenantTx,
  templateId: string,
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ origin: string }>(
    'select origin from bpm.flow_outlet where tenant_id = $1 and template_id::text = $2 and has_secret',
    [tx.tenant.id, templateId],
  );
  return new Set(rows.map(({ origin }) => origin));
}

/** Names of what was set, and by whom; no values. */
export async function listOutlets(tx: TenantTx, templateId: string): Promise<Shown[]> {
  const rows = await tx.query<Shown & { at: Date }>(
    `select o.origin, o.names as headers, o.has_secret as "hasSecret", o.updated_at as at,
      coalesce(m.real_name, '') as "updatedBy" from bpm.flow_outlet o
      left join upm.member m on m.tenant_id = o.tenant_id and m.user_id = o.updated_by
      where o.tenant_id = $1 and o.template_id = $2 order by o.origin`,
    [tx.tenant.id, templateId],
  );
  return rows.map(({ at, ...row }) => ({ ...row, updatedAt: at.toISOString() }));
}

type Header = NonNullable<InputOf<'bpm.template.outlet.save'>['headers']>[number];

/** The headers with those that are given; one without a value is removed. */
function headersOf(given: readonly Header[], known: Outlet['headers']): Outlet['headers'] {
  const headers = { ...known };
  const problems = given.flatMap((header, i) => headerProblems(header, `/headers/${i}`));
  if (problems.length > 0) throw problemsError(problems);
  for (const { name, value } of given) {
    if (value === null) delete headers[name];
    else headers[name] = value;
  }
  const count = Object.keys(headers).length;
  if (count > MAX_HEADERS) throw new AppError('TOO_MANY', { max: MAX_HEADERS, count });
  return headers;
}

function headerProblems({ name, value }: Header, at: string): Problem[] {
  if (!NAME.test(name) || OWN_HEADERS.test(name))
    return [
      problem(`${at}/name`, 'VALUE_FORMAT', { label: '请求头', expected: '可以自己设置的名称' }),
    ];
  return value === null || VALUE.test(value)
    ? []
    : [problem(`${at}/value`, 'VALUE_FORMAT', { label: name, expected: '英文、数字与符号' })];
}

/** Sets what requests to an origin carry; a new key is answered once. */
export async function saveOutlet(
  { tx, key, ctx }: { readonly tx: TenantTx; readonly key: Buffer; readonly ctx: Context },
  { templateId: id, url, headers, newSecret = false }: InputOf<'bpm.template.outlet.save'>,
): Promise<Saved> {
  if (!ctx.session.isBuilder) throw new AppError('FORBIDDEN');
  const origin = originOf(url);
  if (origin === undefined || origin === 'null')
    throw problemsError([problem('/url', 'FLOW_INVALID', { why: NEEDS_TLS })]);
  const known = await outletOf(tx, key, id, origin);
  const outlet: Outlet = {
    headers: headers === undefined ? known.headers : headersOf(headers, known.headers),
    ...(known.secret !== undefined && { secret: known.secret }),
    ...(newSecret && { secret: randomBytes(SECRET_BYTES).toString('base64url') }),
  };
  await tx.run(
    `insert into bpm.flow_outlet (tenant_id, template_id, origin, names, has_secret, sealed, updated_by)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (tenant_id, template_id, origin) do update set names = excluded.names,
        has_secret = excluded.has_secret, sealed = excluded.sealed, updated_by = excluded.updated_by,
        updated_at = now()`,
    [
      tx.tenant.id,
      id,
      origin,
      Object.keys(outlet.headers),
      outlet.secret !== undefined,
      seal(key, JSON.stringify(outlet), placeOf(tx, id, origin)),
      ctx.userId,
    ],
  );
  return { origin, secret: newSecret ? outlet.secret! : null };
}

export async function removeOutlet(
  tx: TenantTx,
  { session }: Context,
  { templateId, origin }: InputOf<'bpm.template.outlet.remove'>,
): Promise<null> {
  if (!session.isBuilder) throw new AppError('FORBIDDEN');
  await tx.run(
    'delete from bpm.flow_outlet where tenant_id = $1 and template_id = $2 and origin = $3',
    [tx.tenant.id, templateId, origin],
  );
  return null;
}
