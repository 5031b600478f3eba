import { v7 as uuid } from 'uuid';
import {
  DEFAULT_PAGE_SIZE,
  MAX_CODE_RULES,
  MAX_LABEL,
  problem,
  isAuthorized,
  type CodeSegment,
  type DataOf,
  type InputOf,
} from '../../../contract/index.ts';
import {
  AppError,
  idempotent,
  problemsError,
  uniqueViolation,
  type Context,
  type Database,
  type TenantTx,
} from '../../kernel/index.ts';
import { labelProblems, nameProblems } from '../names.ts';
import { carryCounter } from './counters.ts';
import { ruleOf, takeCodes } from './take.ts';
import {
  codeText,
  firstOf,
  periodOf,
  ruleProblems,
  sampleValues,
  type Reset,
  type Values,
} from './text.ts';
import { CodeRuleUses } from './uses.ts';

type ListedRule = DataOf<'system.coderule.codes'>;
type Given = InputOf<'system.coderule.submit'>;
type Row = Omit<ListedRule['records'][number], 'sample'> & { total: number };

/** The counter's period of a rule now; $2 to $4 are those of a year, a month and a day. */
const PERIOD = `case r.reset when 'year' then $2::text when 'month' then $3::text when 'day' then $4::text else '' end`;
const LIST = `select r.id, r.code, r.name, r.note, r.segments, r.reset, r.mode, r.enabled, r.open,
    r.version, count(*) over () as total,
    (select c.value from system.code_counter c where c.tenant_id = r.tenant_id and c.rule_id = r.id
      and c.period = ${PERIOD}) as last
  from system.code_rule r where r.tenant_id = $1
    and ($5 = '' or position($5 in lower(r.name)) > 0 or position($5 in lower(r.code)) > 0)
  order by r.created_at desc, r.id desc limit $6 offset $7`;

const nextOf = (segments: readonly CodeSegment[], last: number | null): number => {
  const { start, step } = firstOf(segments);
  return last === null ? start : Math.max(last + step, start);
};

const sampleOf = ({ segments, last }: Omit<Row, 'total'>, now: Date): string =>
  codeText(segments, now, nextOf(segments, last), sampleValues(segments));

/** The company's rules, the newest first, each with what its next code looks like. */
export async function listRules(
  db: Database,
  ctx: Context,
  input: InputOf<'system.coderule.codes'>,
): Promise<ListedRule> {
  const [current, size, now] = [input.current ?? 1, input.size ?? DEFAULT_PAGE_SIZE, new Date()];
  const periods = (['year', 'month', 'day'] as const).map((reset) => periodOf(reset, now));
  const rows = await db.readTenant<Row>(ctx, LIST, [
    ctx.tenant.id,
    ...periods,
    (input.search ?? '').trim().toLowerCase(),
    size,
    (current - 1) * size,
  ]);
  const records = rows.map(({ total: _total, ...row }) => ({ ...row, sample: sampleOf(row, now) }));
  return { records, total: rows[0]?.total ?? 0, current, size };
}

/** What a rule that is being written would give: its first codes, or why it gives none yet. */
export function previewRule({
  segments,
  reset,
}: InputOf<'system.coderule.preview'>): DataOf<'system.coderule.preview'> {
  const problems = ruleProblems(segments, reset);
  if (problems.length > 0)
    return { codes: [], problems: [...new Set(problems.map(({ msg }) => msg))] };
  const { start, step } = firstOf(segments);
  return {
    problems: [],
    codes: [0, 1, 2].map((at) =>
      codeText(segments, new Date(), start + at * step, sampleValues(segments)),
    ),
  };
}

const storedRule = ({ segments, name, note, reset, mode, enabled, open }: Given): unknown[] => [
  name.trim(),
  note ?? '',
  JSON.stringify(segments),
  reset,
  mode,
  enabled ?? true,
  open ?? false,
];

async function create(tx: TenantTx, given: Given): Promise<DataOf<'system.coderule.submit'>> {
  const [{ count }] = (await tx.query<{ count: number }>(
    'select count(*)::integer as count from system.code_rule where tenant_id = $1',
    [tx.tenant.id],
  )) as [{ count: number }];
  if (count >= MAX_CODE_RULES) throw new AppError('TOO_MANY', { max: MAX_CODE_RULES, count });
  const id = uuid();
  try {
    await tx.run(
      `insert into system.code_rule (tenant_id, id, code, name, note, segments, reset, mode,
        enabled, open) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [tx.tenant.id, id, given.code, ...storedRule(given)],
    );
  } catch (error) {
    throw uniqueViolation(error) === 'code_rule_code'
      ? problemsError([problem('/code', 'NAME_TAKEN', { what: '编码', name: given.code })])
      : error;
  }
  return { id, version: 1 };
}

interface PreviousRule {
  code: string;
  reset: Reset;
  version: number;
}

/**
 * Who takes codes by a rule goes on taking them: it is neither switched off nor made what they
 * cannot fill.
 */
async function checkUsers(
  tx: TenantTx,
  code: string,
  { enabled, name, segments }: Given,
): Promise<void> {
  const users = await tx.state.of(CodeRuleUses).users(tx, code);
  if (users.length === 0) return;
  if (enabled === false)
    throw new AppError('CODE_RULE_IN_USE', { label: name, users: users.join('、'), deed: '停用' });
  const why = await tx.state.of(CodeRuleUses).misfit(tx, code, segments);
  if (why !== null) throw problemsError([problem('/segments', 'CODE_RULE_SETTING', { why })]);
}

async function update(
  tx: TenantTx,
  id: string,
  given: Given,
): Promise<DataOf<'system.coderule.submit'>> {
  const [was] = await tx.query<PreviousRule>(
    'select code, reset, version from system.code_rule where tenant_id = $1 and id = $2 for update',
    [tx.tenant.id, id],
  );
  if (!was) throw new AppError('CODE_RULE_UNKNOWN');
  if (was.version !== given.version) throw new AppError('STALE_VERSION');
  if (was.code !== given.code)
    throw problemsError([problem('/code', 'READONLY_FIELD', { name: '编码' })]);
  await checkUsers(tx, was.code, given);
  if (was.reset !== given.reset) await carryCounter(tx, id, was.reset, given.reset);
  await tx.run(
    `update system.code_rule
      set name = $3, note = $4, segments = $5, reset = $6, mode = $7, enabled = $8, open = $9,
      version = version + 1 where tenant_id = $1 and id = $2`,
    [tx.tenant.id, id, ...storedRule(given)],
  );
  return { id, version: was.version + 1 };
}

/** Makes or changes a rule. Its code is what fields and programs name it by and never changes. */
export async function submitRule(
  db: Database,
  ctx: Context,
  given: Given,
): Promise<DataOf<'system.coderule.submit'>> {
  const problems = [
    ...(given.id ? [] : nameProblems(given.code)),
    ...labelProblems(given.name, MAX_LABEL),
    ...ruleProblems(given.segments, given.reset),
  ];
  if (problems.length > 0) throw problemsError(problems);
  codeText(given.segments, new Date(), firstOf(given.segments).start, sampleValues(given.segments));
  return db.withTenant(ctx, (tx) => (given.id ? update(tx, given.id, given) : create(tx, given)));
}

/**
 * Removes a rule with its counters; refused with CODE_RULE_IN_USE while fields take their numbers
 * by it.
 */
export async function removeRule(
  db: Database,
  ctx: Context,
  { id }: InputOf<'system.coderule.remove'>,
): Promise<null> {
  return db.withTenant(ctx, async (tx) => {
    const [rule] = await tx.query<{ code: string; name: string }>(
      'select code, name from system.code_rule where tenant_id = $1 and id = $2 for update',
      [tx.tenant.id, id],
    );
    if (!rule) throw new AppError('CODE_RULE_UNKNOWN');
    const users = await tx.state.of(CodeRuleUses).users(tx, rule.code);
    if (users.length > 0)
      throw new AppError('CODE_RULE_IN_USE', {
        label: rule.name,
        users: users.join('、'),
        deed: '删除',
      });
    await tx.run('delete from system.code_counter where tenant_id = $1 and rule_id = $2', [
      tx.tenant.id,
      id,
    ]);
    await tx.run('delete from system.code_rule where tenant_id = $1 and id = $2', [
      tx.tenant.id,
      id,
    ]);
    return null;
  });
}

/** The rules a field may take its numbers by, by their names. */
export async function ruleChoices(
  db: Database,
  ctx: Context,
): Promise<DataOf<'system.coderule.choices'>> {
  const rows = await db.readTenant<{ code: string; name: string; segments: CodeSegment[] }>(
    ctx,
    `select code, name, segments from system.code_rule where tenant_id = $1 and enabled
      order by name collate "zh-x-icu", code`,
    [ctx.tenant.id],
  );
  return rows.map(({ code, name, segments }) => ({
    code,
    label: `${name}（${codeText(segments, new Date(), firstOf(segments).start, sampleValues(segments))}）`,
  }));
}

type CodeRequest = InputOf<'system.coderule.code'>;

async function previewCodes(tx: TenantTx, { code, values, count }: CodeRequest): Promise<string[]> {
  const rule = await ruleOf(tx, code);
  const now = new Date();
  const [row] = await tx.query<{ value: number }>(
    'select value from system.code_counter where tenant_id = $1 and rule_id = $2 and period = $3',
    [tx.tenant.id, rule.id, periodOf(rule.reset, now)],
  );
  const [next, { step }] = [nextOf(rule.segments, row?.value ?? null), firstOf(rule.segments)];
  return Array.from({ length: count ?? 1 }, (_, at) =>
    codeText(rule.segments, now, next + at * step, { ...sampleValues(rule.segments), ...values }),
  );
}

async function takeRuleCodes(
  tx: TenantTx,
  { code, values, count }: CodeRequest,
): Promise<string[]> {
  const rows: Values[] = Array.from({ length: count ?? 1 }, () => values ?? {});
  return takeCodes(tx, await ruleOf(tx, code), rows);
}

/**
 * Takes codes, or previews the next ones. Members may, where the rule allows it; else it is for
 * those who manage rules.
 */
export async function codesFor(
  db: Database,
  ctx: Context,
  input: CodeRequest,
): Promise<DataOf<'system.coderule.code'>> {
  const { requestId, ...asked } = input;
  return db.withTenant(ctx, async (tx) => {
    const { open } = await ruleOf(tx, input.code);
    if (!open && !isAuthorized('can:codeRule.manage', ctx.session)) throw new AppError('FORBIDDEN');
    if (input.preview) return { codes: await previewCodes(tx, asked) };
    return idempotent(
      tx,
      ctx,
      'system.coderule.code',
      { ...asked, ...(requestId && { requestId }) },
      async () => ({ codes: await takeRuleCodes(tx, asked) }),
    );
  });
}
