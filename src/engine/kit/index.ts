/**
 * What the definition of a widget needs: pure, without React, so that Node can list the widgets.
 */
export * from './types.ts';
export * from './props.ts';
export * from './widget-doc.ts';
