/**
 * A page model becomes React: page view, registry of widgets, and what widgets use of the page. See
 * README.md.
 */
export {
  BLOCK_PREFIX,
  type FieldRights,
  recordFormPage,
  rightOf,
  sameJson,
} from '../page/index.ts';
export { type LoadedPage, useOutlet, usePage } from './context/context.ts';
export { ColumnLayout, type Density, isDensity, useColumnLayout } from './hooks/columns.ts';
export { emptyWords } from './hooks/empty-words.ts';
export { useFormWindow } from './hooks/form-window.ts';
export { useGuardedClick } from './hooks/guarded-click.ts';
export { isFlag, isNumber, isTexts, useRemembered } from './hooks/remember.ts';
export { useSlotCheck, useSlotStates } from './hooks/slot-fields.ts';
export {
  LEAVE_QUESTION,
  useFilledInLayer,
  useLayer,
  useLeaveGuard,
  useUnsavedInLayer,
} from './hooks/use-layer.tsx';
export { useRevealPendingFocus } from './hooks/pending-focus.ts';
export { AnsweredPage } from './page/answered-page.tsx';
export { PageView } from './page/page-view.tsx';
export { PageSkeleton } from './page/skeleton.tsx';
export { createRegistry, type Registry } from './registry/registry.ts';
export { FormWindowContext } from './window/form-window.ts';
