import type {
  ColumnShape,
  ConstraintShape,
  FunctionShape,
  PolicyShape,
  Right,
  SchemaShape,
  SequenceShape,
  TableShape,
} from './catalogue.ts';

/**
 * Catalogue to SQL: the statements that make a schema again, in the order PostgreSQL needs them.
 */

export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const sqlLiteral = (text: string): string => `'${text.replaceAll(`'`, `''`)}'`;
export const nameIn = (schema: { readonly name: string }, name: string): string =>
  `${quotedName(schema.name)}.${quotedName(name)}`;
const roleName = (role: string): string => (role === 'public' ? 'public' : quotedName(role));

const grant =
  (what: string) =>
  ({ to, right, option }: Right): string =>
    `grant ${right} on ${what} to ${roleName(to)}${option ? ' with grant option' : ''}`;

const sequenceOptions = ({ start, step, min, max, cache, cycle }: SequenceShape): string =>
  `start with ${start} increment by ${step} minvalue ${min} maxvalue ${max} cache ${cache} ${cycle ? '' : 'no '}cycle`;

function makeSequence(schema: SchemaShape, sequence: SequenceShape): string {
  return `create sequence ${nameIn(schema, sequence.name)} as ${sequence.type} ${sequenceOptions(sequence)}`;
}

function identityOf(
  schema: SchemaShape,
  table: TableShape,
  { name, identity }: ColumnShape,
): string {
  const sequence = schema.sequences.find(
    ({ owner }) => owner?.identity && owner.table === table.name && owner.column === name,
  );
  if (!sequence) throw new Error(`${schema.name}.${table.name}.${name} has no sequence`);
  const when = identity === 'a' ? 'always' : 'by default';
  return ` generated ${when} as identity (sequence name ${nameIn(schema, sequence.name)} ${sequenceOptions(sequence)})`;
}

function makeColumn(schema: SchemaShape, table: TableShape, column: ColumnShape): string {
  const parts = [`${quotedName(column.name)} ${column.type}`];
  if (column.collation !== null) parts.push(` collate ${column.collation}`);
  if (column.generated !== '')
    parts.push(
      ` generated always as (${column.expression}) ${column.generated === 's' ? 'stored' : 'virtual'}`,
    );
  else if (column.expression !== null) parts.push(` default ${column.expression}`);
  if (column.identity !== '') parts.push(identityOf(schema, table, column));
  if (column.notNull) parts.push(' not null');
  return parts.join('');
}

function makeTable(schema: SchemaShape, table: TableShape): string {
  const options = table.options.length > 0 ? ` with (${table.options.join(', ')})` : '';
  return `create table ${nameIn(schema, table.name)}
    (${table.columns.map((column) => makeColumn(schema, table, column)).join(', ')})${options}`;
}

/** A new function is granted to public by default; only the recorded rights are to remain. */
const makeFunction = ({ name, definition, rights }: FunctionShape): string[] => [
  definition,
  `revoke all on routine ${name} from public`,
  ...rights.map(grant(`routine ${name}`)),
];

const constraint =
  (schema: SchemaShape, table: TableShape) =>
  ({ name, definition }: ConstraintShape): string =>
    `alter table ${nameIn(schema, table.name)} add constraint ${quotedName(name)} ${definition}`;

const COMMANDS: Readonly<Record<string, string>> = {
  r: 'select',
  a: 'insert',
  w: 'update',
  d: 'delete',
  '*': 'all',
};

function makePolicy(schema: SchemaShape, table: TableShape, policy: PolicyShape): string {
  const roles = policy.roles
    .map((role) => (role === 'owner' ? 'current_user' : roleName(role)))
    .join(', ');
  return [
    `create policy ${quotedName(policy.name)} on ${nameIn(schema, table.name)}`,
    policy.permissive ? 'as permissive' : 'as restrictive',
    `for ${COMMANDS[policy.command]} to ${roles}`,
    ...(policy.using === null ? [] : [`using (${policy.using})`]),
    ...(policy.check === null ? [] : [`with check (${policy.check})`]),
  ].join(' ');
}

function comments(schema: SchemaShape, table: TableShape): string[] {
  const place = nameIn(schema, table.name);
  const columns = table.columns.filter(({ comment }) => comment !== null);
  return [
    ...(table.comment === null
      ? []
      : [`comment on table ${place} is ${sqlLiteral(table.comment)}`]),
    ...columns.map(
      ({ name, comment }) =>
        `comment on column ${place}.${quotedName(name)} is ${sqlLiteral(comment!)}`,
    ),
  ];
}

/** Before the rows: schemas, sequences, functions, tables. */
export function beforeRows(schemas: readonly SchemaShape[]): string[] {
  const each = (make: (schema: SchemaShape) => readonly string[]): string[] =>
    schemas.flatMap(make);
  return [
    ...schemas.map(({ name }) => `create schema ${quotedName(name)}`),
    ...each((schema) =>
      schema.sequences
        .filter(({ owner }) => !owner?.identity)
        .map((sequence) => makeSequence(schema, sequence)),
    ),
    ...each(({ functions }) =>
      functions.filter(({ afterTables }) => !afterTables).flatMap(makeFunction),
    ),
    ...each((schema) => schema.tables.map((table) => makeTable(schema, table))),
  ];
}

function ownedSequences(schema: SchemaShape): string[] {
  const owned = schema.sequences.filter(({ owner }) => owner && !owner.identity);
  return owned.map(
    ({ name, owner }) =>
      `alter sequence ${nameIn(schema, name)} owned by ${nameIn(schema, owner!.table)}.${quotedName(owner!.column)}`,
  );
}

function rightsIn(schema: SchemaShape): string[] {
  return [
    ...schema.rights.map(grant(`schema ${quotedName(schema.name)}`)),
    ...schema.sequences.flatMap(({ name, rights }) =>
      rights.map(grant(`sequence ${nameIn(schema, name)}`)),
    ),
    ...[...schema.tables, ...schema.views].flatMap(({ name, rights }) =>
      rights.map(grant(nameIn(schema, name))),
    ),
    ...schema.tables.flatMap((table) =>
      table.columns.flatMap(({ name, rights }) =>
        rights.map((right) =>
          grant(nameIn(schema, table.name))({
            ...right,
            right: `${right.right} (${quotedName(name)})`,
          }),
        ),
      ),
    ),
  ];
}

const DEFAULT_KINDS: Readonly<Record<string, string>> = {
  r: 'tables',
  S: 'sequences',
  f: 'functions',
  T: 'types',
};

function defaultRights(schema: SchemaShape): string[] {
  return schema.defaults.flatMap(({ kind, rights }) =>
    rights.map(
      (right) =>
        `alter default privileges in schema ${quotedName(schema.name)} ${grant(DEFAULT_KINDS[kind]!)(right)}`,
    ),
  );
}

/**
 * After the rows: indexes and what is checked by them, views, triggers (none may fire for restored
 * rows), and last of all row-level security, which the owner may be under itself.
 */
export function afterRows(schemas: readonly SchemaShape[]): string[] {
  const tables = schemas.flatMap((schema) => schema.tables.map((table) => ({ schema, table })));
  const constraints = (foreign: boolean): string[] =>
    tables.flatMap(({ schema, table }) =>
      table.constraints
        .filter(({ kind }) => (kind === 'f') === foreign)
        .map(constraint(schema, table)),
    );
  return [
    ...schemas.flatMap(ownedSequences),
    ...constraints(false),
    ...tables.flatMap(({ table }) => table.indexes),
    ...constraints(true),
    ...schemas.flatMap((schema) =>
      schema.views.map(
        ({ name, options, definition }) =>
          `create view
            ${nameIn(schema, name)}${options.length > 0 ? ` with (${options.join(', ')})` : ''} as
            ${definition}`,
      ),
    ),
    ...schemas.flatMap(({ functions }) =>
      functions.filter(({ afterTables }) => afterTables).flatMap(makeFunction),
    ),
    ...tables.flatMap(({ table }) => table.triggers),
    ...tables.flatMap(({ schema, table }) => comments(schema, table)),
    ...schemas.flatMap(rightsIn),
    ...schemas.flatMap(defaultRights),
    ...tables.flatMap(({ schema, table }) =>
      table.policies.map((policy) => makePolicy(schema, table, policy)),
    ),
    ...tables
      .filter(({ table }) => table.secured)
      .map(
        ({ schema, table }) =>
          `alter table ${nameIn(schema, table.name)} enable row level security`,
      ),
    ...tables
      .filter(({ table }) => table.forced)
      .map(
        ({ schema, table }) => `alter table ${nameIn(schema, table.name)} force row level security`,
      ),
  ];
}
