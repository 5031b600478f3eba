/**
 * Every action of the platform: pure definitions, so that Node can list them too. One line an
 * action.
 */
import type { ActionDefinition } from './types.ts';
import { back } from './kinds/back.ts';
import { call } from './kinds/call.ts';
import { clearSelection } from './kinds/clearSelection.ts';
import { commit } from './kinds/commit.ts';
import { confirm } from './kinds/confirm.ts';
import { copy } from './kinds/copy.ts';
import { createRecord } from './kinds/create.ts';
import { deleteRecords } from './kinds/delete.ts';
import { dialog } from './kinds/dialog.ts';
import { download } from './kinds/download.ts';
import { drawer } from './kinds/drawer.ts';
import { editRecord } from './kinds/edit.ts';
import { emit } from './kinds/emit.ts';
import { focus } from './kinds/focus.ts';
import { forEach } from './kinds/forEach.ts';
import { insert } from './kinds/insert.ts';
import { move } from './kinds/move.ts';
import { navigate } from './kinds/navigate.ts';
import { openUrl } from './kinds/open.ts';
import { parallel } from './kinds/parallel.ts';
import { print } from './kinds/print.ts';
import { reload } from './kinds/reload.ts';
import { remove } from './kinds/remove.ts';
import { reset } from './kinds/reset.ts';
import { restore } from './kinds/restore.ts';
import { save } from './kinds/save.ts';
import { selectRecords } from './kinds/select.ts';
import { send } from './kinds/send.ts';
import { setValue } from './kinds/set.ts';
import { step } from './kinds/step.ts';
import { switchOn } from './kinds/switch.ts';
import { toast } from './kinds/toast.ts';
import { trySteps } from './kinds/try.ts';
import { upload } from './kinds/upload/index.ts';
import { validate } from './kinds/validate.ts';
import { wait } from './kinds/wait.ts';
import { widget } from './kinds/widget.ts';
import { widgets } from './kinds/widgets.ts';

export const actions: readonly ActionDefinition[] = [
  call,
  setValue,
  reload,
  validate,
  save,
  commit,
  reset,
  createRecord,
  editRecord,
  deleteRecords,
  restore,
  navigate,
  back,
  openUrl,
  dialog,
  drawer,
  confirm,
  toast,
  focus,
  emit,
  send,
  copy,
  upload,
  download,
  print,
  insert,
  remove,
  move,
  selectRecords,
  clearSelection,
  step,
  parallel,
  forEach,
  switchOn,
  trySteps,
  wait,
  widgets,
  widget,
];
export { dryRunEvent, runEvent } from './run.ts';
export { ACTION_GROUPS } from './types.ts';
export type { ActionDefinition, ActionRegistry, DryEntry } from './types.ts';
