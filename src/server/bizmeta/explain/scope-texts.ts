import { dependencies, parse } from '../../../expression/index.ts';
import { scopeWords } from '../../../values/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { HeldGrant, HeldScope } from '../access/rights.ts';
import type { ObjectTable } from '../meta/table.ts';

/** Of departments, by their ids. */
export type DeptTitles = ReadonlyMap<string, string>;
export const titleIn =
  (depts: DeptTitles) =>
  (id: string): string =>
    depts.get(id) ?? '已删除的部门';

const HIDDEN = '符合搭建者设定条件的';
/** The name a condition knows the person by. */
const PERSON = 'user';

/** Departments that grants name, by their titles. */
export async function deptTitles(
  tx: TenantTx,
  held: readonly Pick<HeldGrant, 'grant'>[],
): Promise<DeptTitles> {
  const scopes: HeldScope[] = held.flatMap(({ grant }) => Object.values(grant.scope ?? {}));
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

  of(scope: HeldScope): string {
    if (scope === 'none') return '无';
    if (typeof scope === 'object' && 'shared' in scope) return '分享的';
    if (typeof scope === 'object' && 'condition' in scope && !this.#isRead(scope.condition))
      return HIDDEN;
    return scopeWords(scope, {
      fields: this.#whole.describe.fields,
      deptTitle: titleIn(this.#depts),
    });
  }

  #isRead(condition: string): boolean {
    const parsed = parse(condition);
    return (
      parsed.ok &&
      dependencies(parsed.ast).every(
        ([name = '']) => name === PERSON || this.#seen.columns.has(name),
      )
    );
  }
}
