import { Type, type Static, type TSchema } from 'typebox';
import { FLOW_STATES } from '../base/flow-states.ts';
import { Id, Labels, ObjectDescribe, oneOf, RecordValues } from './meta.ts';
import { ServedDocument } from './page-grant.ts';
import { FORM_STATES, TERMINALS } from './smartform.ts';

/** A member's smart forms: those to fill in, and what they have submitted. */

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);
/** A form a member may fill in, with its state for them. */
export const FormOffer = Type.Object({
  id: Id,
  name: Type.String(),
  object: Type.String(),
  objectLabel: Type.String(),
  appId: orNull(Id),
  terminal: oneOf(TERMINALS),
  state: oneOf(FORM_STATES),
  startAt: orNull(Type.String()),
  endAt: orNull(Type.String()),
  /** How often the user has submitted it. */
  mine: Type.Integer(),
});
export type FormOffer = Static<typeof FormOffer>;

/**
 * submitted: unchanged; changed: by its author; handled: another user has changed the record since;
 * removed: the record was deleted.
 */
export const SUBMISSION_STATES = ['submitted', 'changed', 'handled', 'removed'] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];
const submission = {
  id: Id,
  formId: Id,
  formName: Type.String(),
  object: Type.String(),
  objectLabel: Type.String(),
  appId: orNull(Id),
  at: Type.String(),
  changedAt: orNull(Type.String()),
  state: oneOf(SUBMISSION_STATES),
  /** What the record is called, where the form shows that; '' else. */
  title: Type.String(),
  canEdit: Type.Boolean(),
  /** Where the approval it started is; null when it started none. */
  flow: orNull(oneOf(FLOW_STATES)),
};
/** One's own submission in a list. */
export const SubmissionHead = Type.Object(submission);
export type SubmissionHead = Static<typeof SubmissionHead>;
/**
 * One's own submission as a page: the fields the form shows, as the record has them now; `labels`
 * of its values.
 */
export const SubmissionDetail = Type.Object({
  ...submission,
  page: ServedDocument,
  describe: ObjectDescribe,
  values: RecordValues,
  labels: Labels,
});
export type SubmissionDetail = Static<typeof SubmissionDetail>;
