import { Type, type Static } from 'typebox';
import { Id, RecordValues, OBJECT_KIND } from './meta.ts';
import { closed } from '../base/closed.ts';

const object = Type.String({ minLength: 1, maxLength: 60, ...OBJECT_KIND });
const key = Type.Optional(
  Type.String({
    minLength: 8,
    maxLength: 64,
    description: 'stands for the id of the new record in later steps: as an id, or as a value',
  }),
);

/** An id, or the key of a record that an earlier step creates. */
const RecordRef = Type.String({ maxLength: 64 });

/** One step of a transaction. Ids and values may be keys of records that earlier steps create. */
export const RecordStep = Type.Union([
  Type.Object({ do: Type.Literal('create'), object, key, values: RecordValues }, closed),
  Type.Object(
    {
      do: Type.Literal('edit'),
      object,
      id: RecordRef,
      version: Type.Optional(
        Type.Integer({ description: 'may be left out for a record that an earlier step wrote' }),
      ),
      values: RecordValues,
    },
    closed,
  ),
  Type.Object({ do: Type.Literal('delete'), object, id: RecordRef }, closed),
]);
export type RecordStep = Static<typeof RecordStep>;

/**
 * What a step would change: `before` is null for a new record's fields, `after` for a deleted
 * one's.
 */
export const RecordChange = Type.Object({
  step: Type.Integer(),
  do: Type.Union([Type.Literal('create'), Type.Literal('edit'), Type.Literal('delete')]),
  object: Type.String(),
  label: Type.String(),
  title: Type.String(),
  fields: Type.Array(
    Type.Object({
      field: Type.String(),
      label: Type.String(),
      before: Type.Unknown(),
      after: Type.Unknown(),
    }),
  ),
});
export type RecordChange = Static<typeof RecordChange>;

export const ProblemShape = Type.Object({
  path: Type.String(),
  reason: Type.String(),
  msg: Type.String(),
});
/**
 * Records as the steps left them, in the order of the steps. A dry run has written nothing; its ids
 * are of no use later.
 */
export const TransactionAnswer = Type.Object({
  records: Type.Array(Type.Object({ id: Id, version: Type.Union([Type.Integer(), Type.Null()]) })),
  changes: Type.Array(RecordChange, { description: 'of a dry run only' }),
  problems: Type.Array(ProblemShape, {
    description: 'of a dry run only: otherwise they are the failure',
  }),
});
export type TransactionAnswer = Static<typeof TransactionAnswer>;
