import type {
  Grants,
  GroupMembers,
  ObjectGrant,
  RecordValues,
  ShareLevel,
  ShareSubjects,
} from '../../../src/contract/index.ts';

/** A company small enough to be looked at whole: what the reference and the generator speak of. */
export interface World {
  readonly seed: number;
  readonly depts: readonly Dept[];
  readonly people: readonly Person[];
  readonly workGroups: readonly WorkGroup[];
  readonly groups: readonly Group[];
  /** Objects whose records only the groups open. */
  readonly closed: readonly string[];
  readonly records: readonly WorldRecord[];
  readonly shares: readonly Share[];
}
export interface Dept {
  readonly id: string;
  readonly parentId: string | null;
  /** Who is in charge of it. */
  readonly ownerIds: readonly string[];
}
export interface Person {
  readonly id: string;
  readonly name: string;
  /** The first is the main one. */
  readonly deptIds: readonly string[];
  readonly superiorId: string | null;
  readonly roleIds: readonly string[];
  /** Builders and administrators. */
  readonly everything?: boolean;
}
interface WorkGroup {
  readonly id: string;
  readonly members: Audience;
}
export type Audience = Omit<GroupMembers, 'workGroupIds' | 'dynamic'>;
/** An authority group as far as it says who may do what. */
export interface Group {
  readonly id: string;
  readonly scopeType: 'app' | 'object' | 'project';
  readonly scopeId: string;
  readonly type: 'default' | 'custom';
  readonly enabled: boolean;
  readonly members: GroupMembers;
  readonly grants: Grants;
}

/** A record that is shared with one subject. */
export interface Share {
  readonly object: string;
  readonly record: string;
  readonly members: ShareSubjects;
  readonly level: ShareLevel;
  /** What it gives of the record. */
  readonly grant: ObjectGrant;
  /** It lasts for a time only; it is over. */
  readonly ends: boolean;
  readonly ended: boolean;
  /** Who shared it. */
  readonly by: string;
}

/** A record as it is stored: every field, read or not. */
export interface WorldRecord {
  readonly object: string;
  readonly id: string;
  readonly version: number;
  readonly owner: string;
  readonly ownerDept: string | null;
  readonly createdBy: string;
  readonly values: RecordValues;
  /** What edits changed, the first first: [before, after] by field. */
  readonly history: readonly Readonly<Record<string, readonly [unknown, unknown]>>[];
  readonly comments: number;
}

/** What a computed field reads: its own record, and others as the person who reads it sees them. */
export interface Reading {
  /** A field of the record itself, which no right keeps from a computed field. */
  own(field: string): unknown;
  /** A field of the record that a lookup of the record names. */
  via(lookup: string, field: string): unknown;
  /** Fields of the records of another object whose lookup names the record. */
  pointing(object: string, lookup: string, ...fields: readonly string[]): RecordValues[];
}
export interface Field {
  readonly name: string;
  readonly type: FieldKind;
  /** Of a lookup: the object it names. */
  readonly target?: string;
  /** Of a sub-table: lookups of its rows. */
  readonly rows?: readonly { readonly name: string; readonly target: string }[];
  readonly unique?: boolean;
  readonly options?: readonly string[];
  /** Own fields a computed field is computed from. */
  readonly sources?: readonly string[];
  readonly compute?: (from: Reading) => unknown;
  /** How a builder defines it. */
  readonly define?: object;
}
type FieldKind =
  | 'text'
  | 'integer'
  | 'singleSelect'
  | 'lookup'
  | 'lookups'
  | 'subTable'
  | 'formula'
  | 'rollup';
export interface ObjectModel {
  readonly name: string;
  readonly title: string;
  readonly searched: readonly string[];
  readonly fields: readonly Field[];
  /** Conditions a scope may have, and what they mean. */
  readonly conditions: readonly Condition[];
}
export interface Condition {
  readonly text: string;
  /** Fields it reads. */
  readonly reads: readonly string[];
  /** Of a stored record and a person; null is not true. */
  readonly holds: (own: (field: string) => unknown, userId: string) => boolean | null;
}
