import { SYSTEM_FIELDS } from '../../../contract/index.ts';
import { EXPRESSION_WORDS } from '../../../expression/index.ts';

/**
 * Names that would collide with the platform's own, in lower case. Checked without regard to case.
 */

/** Properties of every JavaScript object: a record with such a key would shadow or be shadowed. */
const LANGUAGE = [
  'constructor',
  'prototype',
  '__proto__',
  'hasownproperty',
  'isprototypeof',
  'propertyisenumerable',
  'tostring',
  'tolocalestring',
  'valueof',
  'tojson',
  'then',
  'undefined',
];
/** Words of the expression language: a path could not name such a field. */
const EXPRESSION = [...EXPRESSION_WORDS, 'if'];
/** Words of SQL that a reader of a query would take for something else. */
const SQL = [
  'select',
  'insert',
  'update',
  'delete',
  'drop',
  'alter',
  'create',
  'table',
  'union',
  'join',
  'having',
];
/** Columns and keys the platform reserves; a builder's `owner` takes the place of the system's. */
const SYSTEM = [
  ...SYSTEM_FIELDS.map((field) => field.apiName.toLowerCase()).filter((name) => name !== 'owner'),
  'deletedat',
  'deletedby',
  'tenantid',
];
/** Kinds of labels, and first parts of addresses: an object's list lives at /app/<app>/<object>. */
const ADDRESSES = [
  'user',
  'dept',
  'order',
  'group',
  'object',
  'describe',
  'service',
  'action',
  'controller',
  'page',
  'app',
  'application',
  'validator',
  'system',
  'shell',
  'error',
  'passport',
  'build',
  'new',
  'edit',
];

const FIELD = new Set([...LANGUAGE, ...EXPRESSION, ...SQL, ...SYSTEM]);
const OBJECT = new Set([...FIELD, ...ADDRESSES]);

export const isReservedField = (name: string): boolean => FIELD.has(name.toLowerCase());
export const isReservedObject = (name: string): boolean => OBJECT.has(name.toLowerCase());
