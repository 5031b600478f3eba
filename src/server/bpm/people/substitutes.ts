import type { TenantTx } from '../../kernel/index.ts';
import { holds, type Facts } from './expressions.ts';

/** What a rule of substitution goes by. */
export interface SubstitutionCase {
  readonly templateId: string;
  /** Does not approve for others what is their own. */
  readonly starterId: string;
  readonly now: Date;
  facts(): Promise<Facts>;
}
interface Rule {
  readonly user_id: string;
  readonly substitute_id: string;
  readonly condition: string | null;
}
/** Substitutes may be away themselves; a longer row is a circle. */
const MAX_SUBSTITUTES = 5;

const RULES = `select s.user_id, s.substitute_id, s.condition from bpm.substitution s
  join upm.member m on m.tenant_id = s.tenant_id and m.user_id = s.substitute_id and m.state = 'active'
  where s.tenant_id = $1 and s.user_id = any($2) and s.starts_at <= $3 and s.ends_at > $3
    and (s.template_ids is null or $4::uuid = any(s.template_ids))
  order by s.created_at desc, s.id`;

/**
 * Who does these people's approvals at the moment, by person; who is there is left out. Whose
 * substitutes are all away is asked himself.
 */
export async function substitutesOf(
  tx: TenantTx,
  userIds: readonly string[],
  about: SubstitutionCase,
): Promise<ReadonlyMap<string, string>> {
  const next = await nextOnes(tx, userIds, about);
  const found = new Map<string, string>();
  for (const id of userIds) {
    const substitute = lastOf(id, next);
    if (substitute !== id) found.set(id, substitute);
  }
  return found;
}

/** The substitute of each who is away, of substitutes too. */
async function nextOnes(
  tx: TenantTx,
  userIds: readonly string[],
  about: SubstitutionCase,
): Promise<ReadonlyMap<string, string>> {
  const next = new Map<string, string>();
  let asked: readonly string[] = [...new Set(userIds)];
  for (let i = 0; i < MAX_SUBSTITUTES && asked.length > 0; i++) {
    for (const rule of await rulesOf(tx, asked, about))
      if (!next.has(rule.user_id) && (await fits(rule, about)))
        next.set(rule.user_id, rule.substitute_id);
    asked = [...new Set(asked.flatMap((id) => next.get(id) ?? []))].filter((id) => !next.has(id));
  }
  return next;
}

const rulesOf = (
  tx: TenantTx,
  userIds: readonly string[],
  { now, templateId }: SubstitutionCase,
): Promise<Rule[]> =>
  tx.query<Rule>(RULES, [tx.tenant.id, userIds, now, templateId], { name: 'bpm-substitutes' });

async function fits(rule: Rule, about: SubstitutionCase): Promise<boolean> {
  if (rule.substitute_id === about.starterId) return false;
  return rule.condition === null || holds(rule.condition, await about.facts());
}

function lastOf(id: string, next: ReadonlyMap<string, string>): string {
  const seen = new Set([id]);
  let at = id;
  for (let to = next.get(at); to !== undefined; to = next.get(at)) {
    if (seen.has(to)) return id;
    seen.add(to);
    at = to;
  }
  return at;
}
