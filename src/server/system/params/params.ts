import {
  isParamKey,
  MAX_OWN_PARAMS,
  PARAMS,
  PARAM_KEYS,
  problem,
  type DataOf,
  type InputOf,
  type ParamDefinition,
  type ParamKey,
  type ParamType,
  type Problem,
} from '../../../contract/index.ts';
import {
  AppError,
  problemsError,
  type Context,
  type Database,
  type TenantTx,
} from '../../kernel/index.ts';
import { ParamCache, withinBounds } from './values.ts';

type Scalar = string | number | boolean;
type Param = DataOf<'system.param.list'>['records'][number];
interface Row {
  key: string;
  name: string;
  type: ParamType;
  value: Scalar;
  note: string;
  version: number;
  updated_by: string;
  updated_at: Date;
}

const OWN_GROUP = '本企业';
const KEY_SHAPE = /^[a-z][A-Za-z0-9]*(\.[A-Za-z0-9]+)*$/;
const valueText = (value: Scalar, unit = ''): string =>
  typeof value === 'boolean' ? (value ? '是' : '否') : `${value}${unit && ` ${unit}`}`;

const typeOf = (definition: ParamDefinition): ParamType =>
  typeof definition.default === 'boolean' ? 'boolean' : 'number';

/** A parameter the platform knows, as the company has it. */
function knownParam(key: ParamKey, row: Row | undefined): Param {
  const definition: ParamDefinition = PARAMS[key];
  const value = withinBounds(key, row?.value) as Scalar;
  return {
    key,
    name: definition.name,
    group: definition.group,
    type: typeOf(definition),
    value,
    defaultValue: definition.default,
    shown: valueText(value, definition.unit),
    note: definition.about,
    min: definition.min ?? null,
    max: definition.max ?? null,
    unit: definition.unit ?? '',
    system: true,
    changed: row !== undefined && value !== definition.default,
    version: row?.version ?? 0,
    changedBy: row?.updated_by ?? '',
    updatedAt: row?.updated_at.toISOString() ?? null,
  };
}

const ownParam = (row: Row): Param => ({
  key: row.key,
  name: row.name,
  group: OWN_GROUP,
  type: row.type,
  value: row.value,
  defaultValue: null,
  shown: valueText(row.value),
  note: row.note,
  min: null,
  max: null,
  unit: '',
  system: false,
  changed: true,
  version: row.version,
  changedBy: row.updated_by,
  updatedAt: row.updated_at.toISOString(),
});

/** Every parameter the platform knows, in its order, then the company's own by their names. */
export async function listParams(
  db: Database,
  ctx: Context,
  { search }: InputOf<'system.param.list'>,
): Promise<DataOf<'system.param.list'>> {
  const rows = await db.readTenant<Row>(
    ctx,
    `select key, name, type, value, note, version, updated_by, updated_at from system.param
      where tenant_id = $1 order by name, key`,
    [ctx.tenant.id],
    { name: 'system-param-list' },
  );
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const all = [
    ...PARAM_KEYS.map((key) => knownParam(key, byKey.get(key))),
    ...rows.filter(({ key }) => !isParamKey(key)).map(ownParam),
  ];
  const records = matching(all, (search ?? '').trim().toLowerCase());
  return { records, total: records.length };
}

const matching = (params: Param[], wanted: string): Param[] =>
  wanted === ''
    ? params
    : params.filter(({ key, name, note, group }) =>
        [key, name, note, group].some((text) => text.toLowerCase().includes(wanted)),
      );

function problemOfKnown(key: ParamKey, value: Scalar): Problem | null {
  const {
    name: label,
    default: usual,
    min = -Infinity,
    max = Infinity,
  }: ParamDefinition = PARAMS[key];
  if (typeof usual === 'boolean')
    return typeof value === 'boolean'
      ? null
      : problem('/value', 'VALUE_TYPE', { label, expected: '是或否' });
  if (typeof value !== 'number' || !Number.isInteger(value))
    return problem('/value', 'VALUE_TYPE', { label, expected: '整数' });
  return value < min || value > max ? problem('/value', 'VALUE_RANGE', { label, min, max }) : null;
}

const TYPE_WORDS = { text: '文本', number: '数字', boolean: '是或否' } as const;
const JS_TYPES = { text: 'string', number: 'number', boolean: 'boolean' } as const;

interface NormalizedParam {
  key: string;
  name: string;
  type: ParamType;
  value: Scalar;
  note: string;
}
type Given = InputOf<'system.param.submit'>;

function normalizeOwnParam({ key, value, name, type, note }: Given): NormalizedParam {
  const kind = type ?? 'text';
  const problems = [
    ...(KEY_SHAPE.test(key)
      ? []
      : [
          problem('/key', 'VALUE_FORMAT', {
            label: '参数名',
            expected: '英文字母和数字，小写字母开头，可用点分隔',
          }),
        ]),
    ...((name ?? '').trim() === '' ? [problem('/name', 'REQUIRED', { label: '名称' })] : []),
    ...(typeof value === JS_TYPES[kind]
      ? []
      : [problem('/value', 'VALUE_TYPE', { label: '值', expected: TYPE_WORDS[kind] })]),
  ];
  if (problems.length > 0) throw problemsError(problems);
  return { key, name: name!.trim(), type: kind, value, note: (note ?? '').trim() };
}

/** The stored form of a parameter that was given; refuses what does not fit it. */
function normalizeParam(given: Given): NormalizedParam {
  if (!isParamKey(given.key)) return normalizeOwnParam(given);
  const wrong = problemOfKnown(given.key, given.value);
  if (wrong) throw problemsError([wrong]);
  return {
    key: given.key,
    name: '',
    type: typeOf(PARAMS[given.key]),
    value: given.value,
    note: '',
  };
}

async function insert(
  tx: TenantTx,
  userName: string,
  { key, name, type, value, note }: NormalizedParam,
): Promise<number> {
  const [{ count }] = (await tx.query<{ count: number }>(
    'select count(*)::integer as count from system.param where tenant_id = $1',
    [tx.tenant.id],
  )) as [{ count: number }];
  if (count >= MAX_OWN_PARAMS + PARAM_KEYS.length)
    throw new AppError('TOO_MANY', { max: MAX_OWN_PARAMS, count });
  const made = await tx.run(
    `insert into system.param (tenant_id, key, name, type, value, note, updated_by)
      values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [tx.tenant.id, key, name, type, JSON.stringify(value), note, userName],
  );
  if (made === 0)
    throw isParamKey(key)
      ? new AppError('STALE_VERSION')
      : problemsError([problem('/key', 'NAME_TAKEN', { what: '参数名', name: key })]);
  return 1;
}

async function update(
  tx: TenantTx,
  userName: string,
  version: number,
  { key, name, type, value, note }: NormalizedParam,
): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    `update system.param
    set name = $3, type = $4, value = $5, note = $6, updated_by = $7, updated_at = now(),
    version = version + 1
    where tenant_id = $1 and key = $2 and version = $8 returning version`,
    [tx.tenant.id, key, name, type, JSON.stringify(value), note, userName, version],
  );
  if (row) return row.version;
  const there = await tx.query('select 1 from system.param where tenant_id = $1 and key = $2', [
    tx.tenant.id,
    key,
  ]);
  throw new AppError(there.length > 0 ? 'STALE_VERSION' : 'PARAM_UNKNOWN');
}

/** Sets a parameter. `version` is the one it was read at; 0 or none when it was not set before. */
export async function submitParam(
  db: Database,
  ctx: Context,
  given: Given,
): Promise<DataOf<'system.param.submit'>> {
  const settledParam = normalizeParam(given);
  const userName = ctx.session.realName;
  return db.withTenant(ctx, async (tx) => {
    tx.afterCommit(() => tx.state.of(ParamCache).invalidate(tx.tenant.id));
    return {
      version: given.version
        ? await update(tx, userName, given.version, settledParam)
        : await insert(tx, userName, settledParam),
    };
  });
}

/** Back to the default; a company's own parameter is gone. */
export async function removeParam(
  db: Database,
  ctx: Context,
  { key }: InputOf<'system.param.remove'>,
): Promise<null> {
  return db.withTenant(ctx, async (tx) => {
    tx.afterCommit(() => tx.state.of(ParamCache).invalidate(tx.tenant.id));
    const gone = await tx.run('delete from system.param where tenant_id = $1 and key = $2', [
      tx.tenant.id,
      key,
    ]);
    if (gone === 0 && !isParamKey(key)) throw new AppError('PARAM_UNKNOWN');
    return null;
  });
}
