import type { TenantTx } from '../kernel/index.ts';
import { attachable, recordUsages } from '../storage/index.ts';
import {
  DEPT_LABELS,
  idsByName,
  isAmongSql,
  mainDeptOf,
  mainDeptsOf,
  PEOPLE_LABELS,
  ROLE_LABELS,
} from '../upm/index.ts';
import type { ServicePorts } from './records/service-ports.ts';

const TABLES = { user: PEOPLE_LABELS, dept: DEPT_LABELS, role: ROLE_LABELS } as const;

/**
 * Implemented with people and departments of upm and files of storage, read under the tenant's
 * role, which sees only the tenant's own.
 */
export const services: ServicePorts = {
  amongSql: isAmongSql,
  labelSql(kind, ids) {
    const { table, tenant, id, label } = TABLES[kind];
    return `(SELECT coalesce(json_object_agg(l.${id}, l.${label}), '{}') FROM ${table} l
      WHERE l.${tenant} = current_setting('huozi.tenant') AND l.${id} = ANY(${ids}))`;
  },
  async missing(tx: TenantTx, kind, ids) {
    const { table, tenant, id } = TABLES[kind];
    const found = await tx.query<{ id: string }>(
      `SELECT ${id} AS id FROM ${table} WHERE ${tenant} = $1 AND ${id} = ANY($2)`,
      [tx.tenant.id, ids],
    );
    const known = new Set(found.map((row) => row.id));
    return ids.filter((each) => !known.has(each));
  },
  named: idsByName,
  mainDept: mainDeptOf,
  mainDepts: mainDeptsOf,
  files: attachable,
  useFiles: recordUsages,
};
