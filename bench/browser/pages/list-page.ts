// The engine with all actions and the widgets of a plain list page, over React: what such a page
// needs before it can draw.
import { createRoot } from 'react-dom/client';
import { actions } from '../../../src/runtime/actions/index.ts';
import { createRegistry, PageView } from '../../../src/view/index.ts';
import { widgets } from '../../../renderers/index.ts';

const registry = createRegistry(widgets, actions);
/**
 * As src/page/generate/list.ts puts them on every object's list; what opens later (a drawer,
 * another kind of view) comes when it opens.
 */
const TYPES = [
  'page',
  'stack',
  'toolbar',
  'panel',
  'alert',
  'viewTabs',
  'viewSave',
  'searchBox',
  'filterBuilder',
  'filterChips',
  'sortBuilder',
  'groupBuilder',
  'fieldPicker',
  'densityToggle',
  'switch',
  'bulkBar',
  'button',
  'text',
  'dataTable',
  'pager',
];
await registry.preload(TYPES.map((type) => `${type}@1`));
Object.assign(window, { __bench: { createRoot, PageView, registry } });
