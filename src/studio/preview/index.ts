/**
 * Trials of pages and settings of nodes, for designers and playgrounds: never part of a page that
 * only runs.
 */
export { previewError, type PreviewSettings, PREVIEW_EVENT, previewDocument } from './document.ts';
export { findNode, nodeTest, withNode } from './node-edit.ts';
export { PAGE_ROW } from './outline.ts';
export { pageNames } from './page-names.ts';
export {
  applySettings,
  convertSyntax,
  type SettingFault,
  type ValueSyntax,
} from './setting-values.ts';
export { SETTINGS_FORM, settingsPage, SYNTAX_EVENT } from './settings-page.ts';
export {
  PAGE_SETTINGS,
  type Setting,
  settingsOfNode,
  settingValue,
  withSetting,
} from './settings.ts';
export { previewPorts } from './preview-ports.ts';
export { pageTools } from './tools.ts';
