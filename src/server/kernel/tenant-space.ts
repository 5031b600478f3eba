import type { Database } from './database/database.ts';
import { ensureRole, tolerateConcurrent } from './migrate.ts';
import { META_ROLE, roleOf, schemaOf } from './tenant.ts';

/**
 * Takes the next tenant number and makes the tenant's role and schema. The role may use its own
 * schema and the shared metadata; tables the owner creates in the schema later are readable and
 * writable by it without another grant. A number whose tenant is never written is only a gap.
 */
export async function createTenantSpace(db: Database): Promise<number> {
  return db.asOwner(async (tx) => {
    const [row] = await tx.query<{ no: number }>(`select nextval('kernel.tenant_no') as no`);
    const no = row!.no;
    const [role, schema] = [roleOf({ no }), schemaOf({ no })];
    await ensureRole(tx, role);
    await tolerateConcurrent(tx, `grant ${META_ROLE} to ${role}`);
    await tx.query(`create schema if not exists ${schema};
      grant usage on schema ${schema} to ${role};
      alter default privileges in schema ${schema} grant
        select, insert, update, delete on tables to ${role};
      alter default privileges in schema ${schema} grant usage, select on sequences to ${role}`);
    return no;
  });
}
