// Our windowed grid on the benchmark's list: 10,000 in-memory rows of 12 columns, as dataTable
// draws them.
import { createRoot, type Root } from 'react-dom/client';
import '../../../src/ui/inputs/index.ts';
import { VirtualGrid, type GridColumn } from '../../../src/ui/grid/index.ts';
import { registerList } from '../register.js';

type Row = Record<string, string> & { id: never };
interface ListModel {
  columns: { key: string; title: string; width: number }[];
  data: Row[];
}

const rowKey = (_row: Row, index: number): string => String(index);
const nothing = (): void => undefined;
const none: ReadonlySet<string> = new Set();
let root: Root | undefined;

/** With selection, sorting, resizing, moving and opening switched on: what a real list pays for. */
function mount(model: ListModel, element: HTMLElement): void {
  const columns: GridColumn<Row>[] = model.columns.map((column, index) => ({
    id: column.key,
    title: column.title,
    width: column.width,
    frozen: index === 0,
    sortable: true,
    render: (row) => row[column.key],
  }));
  root = createRoot(element);
  root.render(
    <div style={{ display: 'flex', width: 1200, height: 832 }}>
      <VirtualGrid
        label="列表"
        rows={model.data}
        columns={columns}
        rowKey={rowKey}
        rowHeight={32}
        selection={none}
        onSelect={nothing}
        onSort={nothing}
        onResize={nothing}
        onMove={nothing}
        onHide={nothing}
        onOpen={nothing}
      />
    </div>,
  );
}

registerList({
  name: 'list-huozi',
  mount,
  hasRow: (row) =>
    [...document.querySelectorAll('[role="gridcell"]')].some(
      (cell) => cell.textContent === `r${row}c0`,
    ),
  scroller: () => document.querySelector('[role="grid"]'),
});
