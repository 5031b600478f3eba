import { Type, type Static } from 'typebox';
import { Id, NameRef } from './meta.ts';

/** Records or rows shown of a total. */
export const MAX_EXPLAINED_ITEMS = 5;

/** A record that a value comes from, where the reader may open it. */
const From = Type.Object({ object: NameRef, id: Id, title: Type.String() });
/** A value that was read; `field`: a computed one of the same record, with an explanation of its own. */
const Source = Type.Object({
  label: Type.String(),
  text: Type.String(),
  isEmpty: Type.Boolean(),
  from: Type.Optional(From),
  field: Type.Optional(Type.String()),
});
/** What a choice went by; `holds` is null when it is unknown, which counts as no. */
const Choice = Type.Object({
  condition: Type.String(),
  values: Type.String(),
  holds: Type.Union([Type.Boolean(), Type.Null()]),
});
/** Rows or records that a total went over, the first of them with what they gave. */
const Total = Type.Object({
  words: Type.String(),
  count: Type.Integer(),
  isMore: Type.Boolean({ description: 'more than were counted' }),
  unit: Type.String({ description: 'what is counted: 行, 条维修工单' }),
  line: Type.String({ description: '100 + 200 + 50 = 350' }),
  items: Type.Array(Type.Object({ text: Type.String(), from: Type.Optional(From) })),
  notes: Type.Array(Type.String()),
});

/** How a computed value came about, in Chinese, for who reads it. */
export const Explained = Type.Object({
  label: Type.String(),
  result: Type.String(),
  words: Type.String({ description: 'the formula' }),
  steps: Type.Array(Type.String(), {
    description: 'the formula with its values, line by line, without the result',
  }),
  sources: Type.Array(Source),
  choices: Type.Array(Choice),
  totals: Type.Array(Total),
  notes: Type.Array(Type.String()),
});
export type Explained = Static<typeof Explained>;
