/** What can be set of nodes, pages and actions, as forms; never part of a page that only runs. */
export {
  actionGroups,
  actionsIn,
  actionWords,
  listsOfAction,
  listsOfTarget,
  moveAction,
  newAction,
  settingsOfAction,
  type ActionGroup,
  type ActionJson,
  type ListPlace,
} from './action-lists.ts';
export type { ChoicePlace, Choices } from './choice-types.ts';
export { choicesFollow, offerOf, shownChoices } from './choices.ts';
export { declaringPage, spreadSetting } from './page-settings.ts';
export { pageNames } from './page-names.ts';
export {
  applySettings,
  convertSyntax,
  type SettingFault,
  type ValueSyntax,
} from './setting-values.ts';
export { CHOICES_CELL, SETTINGS_FORM, settingsPage, SYNTAX_EVENT } from './settings-page.ts';
export {
  listSetting,
  PAGE_SETTINGS,
  type Setting,
  settingsOfNode,
  settingValue,
  withSetting,
} from './settings.ts';
