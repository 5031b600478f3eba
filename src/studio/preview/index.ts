/** Trials of pages and their outlines, for designers and playgrounds: never part of a page that only runs. */
export { describedRegistry } from './described.ts';
export { previewError, type PreviewSettings, PREVIEW_EVENT, previewDocument } from './document.ts';
export { randomId, type NewId } from './new-id.ts';
export { findNode, nodeTest, withNode } from './node-edit.ts';
export { PAGE_ROW } from './outline.ts';
export { previewPorts } from './preview-ports.ts';
export { pageTools } from './tools.ts';
