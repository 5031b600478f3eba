/** The engine's front door: a page model becomes React. See engine/README.md. */
export { defineWidget } from './kit/types.ts';
export type { BindKind, EventDefinition, NodeHandle, SlotDefinition, WidgetCategory, WidgetDefinition, WidgetViewProps } from './kit/types.ts';
export { SPINNER_DELAY_MS, debounce, useDebounced, useDelayedFlag, useGuardedClick, useStable } from './kit/hooks.ts';
export type { Debounced, GuardedClick } from './kit/hooks.ts';
export { BindError, asCell, asDescribe, asField, asForm, asList, asMachine, asRecord, asSource, asValue, bindKind } from './kit/guards.ts';
export { shortcutText, useShortcut } from './kit/shortcuts.ts';
export type { Shortcut } from './kit/shortcuts.ts';

export type { Cell, FieldModel, FormModel, ListModel, Model, RecordModel, SourceModel } from './models/types.ts';
export { CellModel, ReadonlyCell } from './models/cell.ts';
export { FieldModelImpl } from './models/field.ts';
export { FormModelImpl } from './models/form.ts';
export { ListModelImpl } from './models/list.ts';
export { RecordModelImpl } from './models/record.ts';
export { equalData, isEmpty } from './models/equal.ts';
export { INPUT_OF_TYPE } from './models/spec.ts';
export type { FieldSpec } from './models/spec.ts';

export type { CallFailure, EnginePorts, LabelStore, Person } from './ports.ts';
export type { JSONSchema7 } from './json-schema.ts';

export { createRegistry, typeOf } from './registry.ts';
export type { Registry, WidgetEntry } from './registry.ts';
export { Stop, defineAction } from './actions/types.ts';
export type { ActionContext, ActionDefinition, DryEntry } from './actions/types.ts';
