/**
 * Trials of pages and settings of nodes, for designers and playgrounds: never part of a page that
 * only runs.
 */
export { previewFault, type Trial, TRIAL_EVENT, trialDocument } from './document.ts';
export { findNode, nodeTest, withNode } from './node-edit.ts';
export { PAGE_ROW } from './outline.ts';
export { pageNames } from './page-names.ts';
export { filledIn, rewritten, type SettingFault, type Writing } from './setting-values.ts';
export { SETTINGS_FORM, settingsPage, WRITING_EVENT } from './settings-page.ts';
export {
  PAGE_SETTINGS,
  type Setting,
  settingsOfNode,
  settingValue,
  withSetting,
} from './settings.ts';
export { trialPorts } from './world.ts';
export { pageTools } from './tools.ts';
