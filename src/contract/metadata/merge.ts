import { Type, type Static } from 'typebox';
import { Id, Labels, RecordValues } from './meta.ts';

const OptionalValue = Type.Optional(Type.Unknown());

/** What an edit was merged with: fields others changed since the version it was made from. */
export const MergedEdit = Type.Object({
  id: Id,
  fields: Type.Array(
    Type.Object({
      field: Type.Union([Type.String(), Type.Null()], {
        description: 'null: some field, for those who may not read the change log',
      }),
      by: Type.String(),
      at: Type.String(),
    }),
  ),
});
export type MergedEdit = Static<typeof MergedEdit>;

/**
 * A value that an edit and others changed differently, in `current` of EDIT_CONFLICT. `row` and
 * `column` say where in a sub-table; without `column` one side removed the row, which is null there.
 */
const EditConflict = Type.Object({
  path: Type.String(),
  id: Id,
  field: Type.String(),
  row: Type.Optional(Id),
  column: Type.Optional(Type.String()),
  /** Absent for those who may not read the change log. */
  base: OptionalValue,
  mine: OptionalValue,
  theirs: OptionalValue,
  by: Type.String(),
  at: Type.String(),
});
export type EditConflict = Static<typeof EditConflict>;

/** `current` of EDIT_CONFLICT: every conflict, the records as they are now, names of their ids. */
export const EditConflicts = Type.Object({
  conflicts: Type.Array(EditConflict),
  records: Type.Array(RecordValues),
  labels: Labels,
});
export type EditConflicts = Static<typeof EditConflicts>;
