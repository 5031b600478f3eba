import type { AttachmentRef } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';

/** Things of other services that fields hold ids of. */
export type NamedKind = 'user' | 'dept' | 'role';

/**
 * A record's column that holds a file; `item` is the record's id, `tableNo` the number of the
 * table.
 */
export interface FileUse {
  readonly fileId: string;
  readonly kind: 'record';
  readonly item: string;
  readonly tableNo: number;
}

/** What records need of other services: people and departments by id, and uploaded files. */
export interface ServicePorts {
  /** SQL that returns {id: name} as JSON for the ids an array expression holds. */
  labelSql(kind: NamedKind, ids: string): string;
  /**
   * SQL that holds when a person is among these people, roles and departments; arguments are SQL of
   * an id and of text arrays.
   */
  amongSql(user: string, audience: { userIds: string; roleIds: string; deptIds: string }): string;
  /** The person's department, of several the main one; null when there is none. */
  mainDept(tx: TenantTx, userId: string): Promise<string | null>;
  /** The same of several people; who has none is left out. */
  mainDepts(tx: TenantTx, userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The members, departments or roles that names mean; a name that several have finds all. */
  named(
    tx: TenantTx,
    kind: NamedKind,
    names: readonly string[],
  ): Promise<readonly { readonly name: string; readonly id: string }[]>;
  /** Those of the ids that are no member, department or role of the tenant. */
  missing(tx: TenantTx, kind: NamedKind, ids: readonly string[]): Promise<string[]>;
  /**
   * The files among these ids that the user may use, with what storage knows of them; locked until
   * the transaction ends.
   */
  files(tx: TenantTx, userId: string, ids: readonly string[]): Promise<AttachmentRef[]>;
  /** Stores that records use files. */
  useFiles(tx: TenantTx, uses: readonly FileUse[]): Promise<void>;
}
