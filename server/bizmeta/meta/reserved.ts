import { SYSTEM_FIELDS } from '../../../contract/index.ts';

/** Names that would collide with the platform's own, in lower case. Checked without regard to case. */

/** Properties of every JavaScript object: a record with such a key would shadow or be shadowed. */
const LANGUAGE = ['constructor', 'prototype', '__proto__', 'hasownproperty', 'isprototypeof', 'propertyisenumerable', 'tostring', 'tolocalestring', 'valueof', 'tojson', 'then'];
/** Words of SQL and of the expression language that a reader would take for something else. */
const WORDS = ['select', 'insert', 'update', 'delete', 'from', 'where', 'table', 'column', 'order', 'group', 'union', 'join', 'create', 'drop', 'alter', 'index', 'user', 'and', 'or', 'not', 'in', 'is', 'null', 'true', 'false', 'between', 'like', 'as', 'case', 'when', 'else', 'end', 'if', 'default', 'undefined'];
/** Columns and keys the platform keeps for itself, now or soon. */
const SYSTEM = [...SYSTEM_FIELDS.map((field) => field.apiName.toLowerCase()), 'deletedat', 'deletedby', 'owner', 'tenant', 'tenantid', 'record', 'records', 'recordname', 'labels', 'rownumber'];
/** First parts of addresses: the object's list lives at /app/<app>/<object>. */
const ADDRESSES = ['object', 'describe', 'service', 'action', 'controller', 'page', 'app', 'application', 'validator', 'system', 'shell', 'error', 'passport', 'build', 'dept', 'new', 'edit'];

const FIELD = new Set([...LANGUAGE, ...SYSTEM, ...WORDS.filter((word) => word !== 'order' && word !== 'user' && word !== 'group' && word !== 'index' && word !== 'default')]);
const OBJECT = new Set([...LANGUAGE, ...SYSTEM, ...WORDS, ...ADDRESSES]);

export const isReservedField = (name: string): boolean => FIELD.has(name.toLowerCase());
export const isReservedObject = (name: string): boolean => OBJECT.has(name.toLowerCase());
