/**
 * Every action of the platform: pure definitions, so that Node can list them too. One line an
 * action.
 */
import type { ActionDefinition } from './types.ts';
import { back } from './back/index.ts';
import { call } from './call/index.ts';
import { clearSelection } from './clearSelection/index.ts';
import { commit } from './commit/index.ts';
import { confirm } from './confirm/index.ts';
import { copy } from './copy/index.ts';
import { createRecord } from './create/index.ts';
import { deleteRecords } from './delete/index.ts';
import { dialog } from './dialog/index.ts';
import { download } from './download/index.ts';
import { drawer } from './drawer/index.ts';
import { editRecord } from './edit/index.ts';
import { emit } from './emit/index.ts';
import { focus } from './focus/index.ts';
import { forEach } from './forEach/index.ts';
import { insert } from './insert/index.ts';
import { move } from './move/index.ts';
import { navigate } from './navigate/index.ts';
import { openUrl } from './open/index.ts';
import { parallel } from './parallel/index.ts';
import { print } from './print/index.ts';
import { reload } from './reload/index.ts';
import { remove } from './remove/index.ts';
import { reset } from './reset/index.ts';
import { restore } from './restore/index.ts';
import { save } from './save/index.ts';
import { selectRecords } from './select/index.ts';
import { send } from './send/index.ts';
import { setValue } from './set/index.ts';
import { step } from './step/index.ts';
import { switchOn } from './switch/index.ts';
import { toast } from './toast/index.ts';
import { trySteps } from './try/index.ts';
import { upload } from './upload/index.ts';
import { validate } from './validate/index.ts';
import { wait } from './wait/index.ts';
import { widget } from './widget/index.ts';
import { widgets } from './widgets/index.ts';

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
export { Stop, defineAction } from './types.ts';
export type { ActionContext, ActionDefinition, ActionRegistry, DryEntry } from './types.ts';
