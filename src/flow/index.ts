/**
 * Approvals, pure: what a command does to an instance of a flow. One function (`decide`) answers for
 * the server, for trying a template out, for replays and for tests; the state of an instance is what
 * its events fold to.
 */
export { decide } from './decide/decide.ts';
export type { Actor, Brought, Command } from './decide/commands.ts';
export { keyOf, type Known, type Need } from './decide/known.ts';
export type { Effect } from './decide/run.ts';
export type { FlowEvent } from './state/events.ts';
export { fold } from './state/fold.ts';
export {
  draftOf,
  isLiveItem,
  shownStatus,
  type FlowState,
  type Item,
  type Result,
} from './state/state.ts';
export type { FlowModel, FlowStep } from './model/model.ts';
export type { HumanOp, HumanSettings } from './model/settings.ts';
export { fromNested, toNested } from './document/nested.ts';
export { FLOW_KIND, type FlowDocument, type FlowNode } from './document/types.ts';
export { validateFlow } from './document/validate.ts';
export { idsOf, objectsWritten, problemsOf, type FlowWorld } from './document/problems.ts';
export { ROW, STARTER, STARTER_TYPE } from './document/expressions.ts';
export { branchesOf, calledOf, placedSteps, stepsIn, type PlacedStep } from './document/walk.ts';
export { FLOW_WORDS } from './document/words.ts';
export { compileFlow, type CompiledFlow } from './compile/compile.ts';
export type { Lookup } from './simulate/play.ts';
export {
  forecast,
  type ForecastAsk,
  type ForecastStep,
  type Uncertain,
} from './simulate/forecast.ts';
export { replay, type OldInstance, type ReplayDifference } from './simulate/replay.ts';
export { migrationPlan } from './simulate/migration.ts';
export { addWorkMinutes, minutesADay, USUAL_CALENDAR, type WorkCalendar } from './time/calendar.ts';
export { CHINESE_HOLIDAYS, type Holiday } from './time/holidays.ts';
