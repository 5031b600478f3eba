import type { RecordScope } from '../../../contract/index.ts';
import { dependencies, parse } from '../../../expression/index.ts';
import { conditionSentence } from '../../../values/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { HeldGrant } from '../access/rights.ts';
import { scopeWords, type DeptTitles } from '../authority/words.ts';
import type { ObjectTable } from '../meta/table.ts';

const HIDDEN = '符合搭建者设定的条件';
/** The name a condition knows the person by. */
const PERSON = 'user';

/** Departments that grants name, by their titles. */
export async function deptTitles(
  tx: TenantTx,
  held: readonly Pick<HeldGrant, 'grant'>[],
): Promise<DeptTitles> {
  const scopes: RecordScope[] = held.flatMap(({ grant }) => Object.values(grant.scope ?? {}));
  const ids = scopes.flatMap((scope) =>
    typeof scope === 'object' && 'depts' in scope ? scope.depts : [],
  );
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: string; title: string }>(
    'SELECT id, title FROM upm.dept WHERE tenant_id = $1 AND id = ANY($2)',
    [tx.tenant.id, ids],
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Scopes of an object's grants in words; a condition over what the asker does not read has none. */
export class ScopeTexts {
  readonly #whole: ObjectTable;
  readonly #seen: ObjectTable;
  readonly #depts: DeptTitles;

  constructor(whole: ObjectTable, seen: ObjectTable, depts: DeptTitles) {
    this.#whole = whole;
    this.#seen = seen;
    this.#depts = depts;
  }

  of(scope: RecordScope): string {
    if (typeof scope === 'string' || !('condition' in scope)) return scopeWords(scope, this.#depts);
    const parsed = parse(scope.condition);
    const isRead =
      parsed.ok &&
      dependencies(parsed.ast).every(
        ([name = '']) => name === PERSON || this.#seen.columns.has(name),
      );
    return isRead
      ? `符合“${conditionSentence(scope.condition, this.#whole.describe.fields)}”`
      : HIDDEN;
  }
}
