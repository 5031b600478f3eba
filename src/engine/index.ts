/** The engine's front door: a page model becomes React. See src/engine/README.md. */
export * from './kit/index.ts';
export { LayerContext } from './kit/layers.ts';
export {
  SPINNER_DELAY_MS,
  debounce,
  useCountdown,
  useDebounced,
  useDelayedFlag,
  useGuardedClick,
  useStable,
} from './kit/hooks.ts';
export type { Debounced, GuardedClick } from './kit/hooks.ts';
export {
  BindError,
  asCell,
  asDescribe,
  asField,
  asForm,
  asList,
  asMachine,
  asRecord,
  asSource,
  asValue,
  bindKind,
} from './kit/guards.ts';
export { shortcutText, useKeyHints, useShortcut } from './kit/shortcuts.ts';
export type { Shortcut } from './kit/shortcuts.ts';
export { ShortcutHelp } from './kit/shortcut-help.tsx';
export { useOfferFocus } from './kit/focus.ts';
export { useHeldWhilePressed } from './kit/held.ts';
export { useSlotCheck } from './kit/slot-fields.ts';
export { useWantedField } from './kit/wanted.ts';
export { FormWindowContext, useFormWindow } from './kit/form-window.ts';

export type {
  Cell,
  Complaint,
  FieldModel,
  FormModel,
  ListModel,
  Model,
  RecordModel,
  SourceModel,
} from './models/types.ts';
export { CellModel, ReadonlyCell } from './models/cell.ts';
export { FieldModelImpl } from './models/field.ts';
export { FormModelImpl } from './models/form.ts';
export { ListModelImpl, SELECT_MAX } from './models/list.ts';
export { Unread } from './models/list-edits.ts';
export { callAndTell } from './models/news.ts';
export { RecordModelImpl } from './models/record.ts';
export { equalData } from './models/equal.ts';
export type { FieldSpec } from './models/spec.ts';

export type {
  CallFailure,
  DocumentKind,
  EnginePorts,
  LabelStore,
  MachineActor,
  MachineSnapshot,
  NodeFault,
  Person,
  SmartFormView,
  WidgetCard,
  WidgetShelf,
} from './ports.ts';
export type { JSONSchema7 } from './json-schema.ts';

export { createRegistry, typeOf } from './registry.ts';
export type { Registry, WidgetEntry } from './registry.ts';
export { Stop, actions, defineAction } from './actions/index.ts';
export type { ActionContext, ActionDefinition, DryEntry } from './actions/index.ts';
export { dryRunEvent } from './actions/run.ts';

export { BLOCK_PREFIX } from '../page/index.ts';
export { PageView } from './view/page-view.tsx';
export { useOutlet, usePage } from './view/context.ts';
export type { LoadedPage, PageContextValue, PageViewProps } from './view/context.ts';
export { ErrorCard } from './view/error-card.tsx';
export type { ErrorCardProps } from './view/error-card.tsx';
export { NodeSkeleton, PageSkeleton } from './view/skeleton.tsx';
export { COMPANY_GRANT, guardedPorts } from './scope/guard.ts';
export { PageScope } from './scope/page-scope.ts';

export * from './display/index.ts';
