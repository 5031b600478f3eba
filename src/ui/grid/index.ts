/**
 * The windowed grid: in-memory rows in, DOM out. It knows no list model and no field types; what
 * can be done with it is VirtualGridProps in types.ts. dataTable draws a list with it, a form's
 * rows can be drawn and edited with it as well.
 */
export { VirtualGrid } from './VirtualGrid.tsx';
export { GridBand } from './band.ts';
export { PASTE_MAX_CELLS } from './blocks.ts';
export { isGridFocus } from './keyboard.ts';
export type {
  CellInput,
  CellStep,
  GridColumn,
  GridEditing,
  GridHandle,
  GridMenuItem,
  GridRows,
  Pasted,
} from './types.ts';
