/**
 * Approvals, pure: what a command does to an instance of a flow. One function (`decide`) answers for
 * the server, for trying a template out, for replays and for tests; the state of an instance is what
 * its events fold to.
 */
export { decide, type Decision } from './decide/decide.ts';
export type { Actor, Brought, Picks, Command, CommandKind, CommandOf } from './decide/commands.ts';
export { keyOf, type Known, type Need } from './decide/known.ts';
export type { Refusal, RefusalReason } from './decide/refusal.ts';
export type { Effect } from './decide/run.ts';
export type { EventOf, FlowEvent } from './state/events.ts';
export { fold } from './state/fold.ts';
export {
  draftOf,
  shownStatus,
  type FlowState,
  type Item,
  type Result,
  type Seat,
  type Status,
  type Timer,
  type Visit,
} from './state/state.ts';
export type { Block, FlowModel, FlowStep, StepKind, StepOf } from './model/model.ts';
export type * from './model/settings.ts';
export { fromNested, toNested, type ReadFlow } from './document/nested.ts';
export {
  FLOW_KIND,
  FLOW_ROOT,
  FLOW_SCHEMA,
  type FlowDocument,
  type FlowNode,
  type FlowPart,
} from './document/types.ts';
export { validateFlow } from './document/validate.ts';
export { idsOf, problemsOf, type FlowWorld } from './document/problems.ts';
export { holesOf, ROW, STARTER, STARTER_TYPE } from './document/expressions.ts';
export {
  branchesOf,
  calledOf,
  partOf,
  placedSteps,
  stepsIn,
  type PlacedStep,
} from './document/walk.ts';
export { FLOW_WORDS, SETTING_TITLES, TEMPLATE_SETTING_TITLES } from './document/words.ts';
export { compileFlow, type CompiledFlow, type CompiledNode } from './compile/compile.ts';
export type {
  FullButton,
  FullButtons,
  FullHumanSettings,
  FullSettings,
  FullTemplateSettings,
} from './compile/defaults.ts';
export type { Choices, Lookup, Play, Played } from './simulate/play.ts';
export type { PathReason, PathStep } from './simulate/path.ts';
export { simulate, type Simulated } from './simulate/simulate.ts';
export {
  forecast,
  type Forecast,
  type ForecastAsk,
  type ForecastStep,
  type Uncertain,
} from './simulate/forecast.ts';
export { replay, type Asked, type OldInstance, type Replayed } from './simulate/replay.ts';
export {
  migrationPlan,
  proposedMapping,
  type MigrationPlan,
  type RunningInstance,
} from './simulate/migration.ts';
export {
  addWorkMinutes,
  isWorkday,
  minutesADay,
  USUAL_CALENDAR,
  workMinutesBetween,
  type WorkCalendar,
} from './time/calendar.ts';
export { CHINESE_HOLIDAYS, type Holiday, type HolidayYear } from './time/holidays.ts';
