/**
 * Trials of pages and settings of nodes, for designers and playgrounds: never part of a page that
 * only runs.
 */
export { TRIAL_EVENT, previewFault, trialDocument, type Trial } from './document.ts';
export { TRIAL_DATA, trialPorts, type TrialData } from './world.ts';
export { findNode, nodeTest, withNode } from './node-edit.ts';
export {
  PAGE_SETTINGS,
  settingValue,
  settingsOfNode,
  withSetting,
  type Setting,
} from './settings.ts';
export { filledIn, rewritten, type SettingFault, type Writing } from './setting-values.ts';
export { SETTINGS_FORM, WRITING_EVENT, settingsPage } from './settings-page.ts';
export { pageNames } from './page-names.ts';
export { PAGE_ROW, nodeTitle, outlineOf, type PageRow } from './outline.ts';
export { pageTools } from './tools.ts';
export { elementsOf, nodeOfPage } from '../inspect/locate.ts';
