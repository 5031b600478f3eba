/** The windowed grid under dataTable: in-memory rows in, DOM out. Pure: knows no list model, no field types. */
export { VirtualGrid } from './VirtualGrid.tsx';
export { HEADER_HEIGHT, type GridColumn, type GridSort, type VirtualGridProps } from './types.ts';
