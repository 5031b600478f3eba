/**
 * What the definition of a widget needs: pure, without React, so that Node can list the widgets.
 */
export {
  anyKindProp,
  anyProp,
  choiceProp,
  documentProp,
  fieldProp,
  fieldsProp,
  flagProp,
  gapProp,
  jsonSchemaProp,
  kindProp,
  lengthProp,
  listProp,
  loadProp,
  numberProp,
  props,
  rowProp,
  rowsProp,
  textProp,
  toneProp,
} from './props.ts';
export {
  defineWidget,
  type NodeHandle,
  type SlotDefinition,
  type WidgetDefinition,
  type WidgetViewProps,
} from './types.ts';
export { BIND_KINDS, WIDGET_CATEGORIES, widgetDoc } from './widget-doc.ts';
