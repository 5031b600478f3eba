import type { ActionGroup, ActionJson, ChoicePlace } from '../../src/studio/settings/index.ts';
import type { Json } from './SubjectForm.tsx';

/** What every list and line of the editor of actions needs. */
export interface ActionTools {
  readonly place: ChoicePlace;
  readonly names: readonly Json[];
  readonly groups: readonly ActionGroup[];
  /** The action whose arguments are shown, by its place: on.click/0. */
  readonly open: string;
  readonly setOpen: (id: string) => void;
  /** Moves the focus to an action or a button once the document has changed. */
  readonly focusOn: (id: string) => void;
}
export interface ActionListProps {
  /** Where the list is: on.click, on.click/0.args.steps. */
  id: string;
  title: string;
  actions: readonly ActionJson[];
  tools: ActionTools;
  onChange: (actions: readonly ActionJson[]) => void;
}
