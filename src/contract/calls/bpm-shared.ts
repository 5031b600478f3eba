import { Type, type TSchema } from 'typebox';
import { MAX_PAGE_SIZE } from '../base/constants.ts';
import { closed } from '../base/closed.ts';
import { FLOW_STATES } from '../metadata/flow.ts';
import { FlowObject } from '../metadata/flow-templates.ts';
import { Id, oneOf } from '../metadata/meta.ts';

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const requestId = Type.Optional(Id);
export const paging = {
  current: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
};
const when = Type.Optional(nullable(Type.String({ maxLength: 40, description: 'ISO 8601' })));
/** How lists of work are narrowed. `from` and `to` are about what the list is sorted by. */
export const narrowing = {
  ...paging,
  query: Type.Optional(nullable(Type.String({ maxLength: 100, description: 'title or number' }))),
  templateId: Type.Optional(nullable(Id)),
  objectApiName: Type.Optional(nullable(FlowObject)),
  starterId: Type.Optional(nullable(Id)),
  from: when,
  to: when,
};
export const ofStates = {
  states: Type.Optional(nullable(Type.Array(oneOf(FLOW_STATES), { maxItems: FLOW_STATES.length }))),
};
export const reason = Type.String({ minLength: 1, maxLength: 500 });
export const Ids = Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true });
export const body = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, closed);
