/** Trials of pages and settings of nodes, for designers and playgrounds: never part of a page that only runs. */
export { TRIAL_EVENT, previewFault, trialDocument, type Trial } from './document.ts';
export { TRIAL_DATA, trialPorts, type TrialData } from './world.ts';
export { findNode, nodeTest, withNode } from './node-edit.ts';
export { SETTINGS_FORM, propsFrom, settingsPage, type PropFault } from './props-form.ts';
export { PAGE_ROW, nodeTitle, outlineOf, type PageRow } from './outline.ts';
export { pageTools } from './tools.ts';
export { elementsOf, nodeOfPage } from '../inspect/locate.ts';
