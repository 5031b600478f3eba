import { Type, type Static } from 'typebox';
import { oneOf } from '../base/one-of.ts';
import { RECORD_OPS } from '../base/record-ops.ts';
import { Id } from './meta.ts';

/**
 * What decides: the person's role, that the object is not in use, that it is open to all, or the
 * authority groups the person is in.
 */
export const ACCESS_BASES = ['administrator', 'builder', 'closed', 'open', 'groups'] as const;
export type AccessBasis = (typeof ACCESS_BASES)[number];

const Op = oneOf(RECORD_OPS);
/** `some`: for some of the records, where none was named. */
const VERDICTS = ['yes', 'some', 'no'] as const;
export type AccessVerdict = (typeof VERDICTS)[number];

/** What one group gives of an operation. */
const GrantedOp = Type.Object({
  op: Op,
  label: Type.String(),
  scope: Type.String({ description: 'the records it is for, in words' }),
  holds: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'for the record; null where none was named',
  }),
  because: Type.String({ description: 'why it holds for the record or not' }),
});

/** Why a person may do something with a record, or not (docs/permission.md). */
export const AccessExplained = Type.Object({
  conclusion: Type.String(),
  person: Type.Object({ id: Id, realName: Type.String(), isAsker: Type.Boolean() }),
  object: Type.Object({ apiName: Type.String(), label: Type.String() }),
  basis: oneOf(ACCESS_BASES),
  basisWords: Type.String(),
  record: Type.Union([
    Type.Object({
      id: Id,
      title: Type.String(),
      ownerName: Type.String(),
      deptTitle: Type.String(),
    }),
    Type.Null(),
  ]),
  ops: Type.Array(Type.Object({ op: Op, label: Type.String(), verdict: oneOf(VERDICTS) })),
  field: Type.Union([
    Type.Object({
      apiName: Type.String(),
      label: Type.String(),
      reads: oneOf(VERDICTS),
      writes: oneOf(VERDICTS),
      words: Type.String(),
    }),
    Type.Null(),
  ]),
  groups: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      via: Type.Array(Type.String(), { description: 'how the person belongs to it' }),
      ops: Type.Array(GrantedOp),
      field: Type.String({ description: 'its right on the field, in words' }),
    }),
  ),
  missing: Type.Array(Type.String(), { description: 'what would have to be different' }),
});
export type AccessExplained = Static<typeof AccessExplained>;

/** Members one call looks at for who sees a record. */
export const MAX_EXAMINED_PEOPLE = 1_000;
/** Members one answer has, of those who see it. */
export const MAX_SEEING_PEOPLE = 50;
