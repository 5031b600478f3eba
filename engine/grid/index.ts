/** The windowed grid under dataTable: in-memory rows in, DOM out. Pure: knows no list model, no field types. */
export { VirtualGrid } from './VirtualGrid.tsx';
export type { GridColumn } from './types.ts';
