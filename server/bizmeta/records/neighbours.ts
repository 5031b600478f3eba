import type { AttachmentRef } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';

/** What records need of the services to the left: people and departments by id, and uploaded files. */
export interface Neighbours {
  /** SQL that answers {id: name} as JSON for the ids an array expression holds. */
  labelSql(kind: 'user' | 'dept', ids: string): string;
  /** Those of the ids that are no member or department of the tenant. */
  missing(tx: TenantTx, kind: 'user' | 'dept', ids: readonly string[]): Promise<string[]>;
  /** The tenant's files among these ids, as storage knows them. */
  files(tx: TenantTx, ids: readonly string[]): Promise<AttachmentRef[]>;
}
