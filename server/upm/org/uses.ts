import type { TenantTx } from '../../kernel/index.ts';

/** Something that names departments and would not make sense without them. */
export interface DeptUse {
  /** What it is, for a person: 对象“订单”的记录. */
  readonly title: string;
  /** How many of it name the department. */
  count(tx: TenantTx, deptId: string): Promise<number>;
}

const uses = new Map<string, DeptUse>();
/** A service that keeps departments says so when it starts; a department that is named is not deleted. Of the same title the later one counts. */
export function registerDeptUse(use: DeptUse): void {
  uses.set(use.title, use);
}

/** Where a department is used, in words; empty when nowhere. */
export async function usesOf(tx: TenantTx, deptId: string): Promise<string[]> {
  const found: string[] = [];
  for (const { title, count } of uses.values()) {
    const n = await count(tx, deptId);
    if (n > 0) found.push(`${n} 个${title}`);
  }
  return found;
}
