import type { AttachmentRef } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';

/** Things of other services that fields hold ids of. */
export type NamedKind = 'user' | 'dept' | 'role';

/** What records need of the services to the left: people and departments by id, and uploaded files. */
export interface Neighbours {
  /** SQL that answers {id: name} as JSON for the ids an array expression holds. */
  labelSql(kind: NamedKind, ids: string): string;
  /** SQL that holds when a person is among these people, roles and departments; arguments are SQL of an id and of text arrays. */
  amongSql(user: string, audience: { userIds: string; roleIds: string; deptIds: string }): string;
  /** Those of the ids that are no member, department or role of the tenant. */
  missing(tx: TenantTx, kind: NamedKind, ids: readonly string[]): Promise<string[]>;
  /** The tenant's files among these ids, as storage knows them. */
  files(tx: TenantTx, ids: readonly string[]): Promise<AttachmentRef[]>;
}
