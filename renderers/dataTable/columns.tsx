import { Observer } from 'mobx-react-lite';
import {
  isSortable,
  shownType,
  valueType,
  FIELDS,
  type FieldDescribe,
  type FieldType,
  type Labels,
  type ObjectDescribe,
  type RecordValues,
} from '../../src/contract/index.ts';
import { cellContent, type CellContext } from '../../src/ui/display/index.ts';
import {
  fieldNamed,
  formatValue,
  isEmpty,
  isNumeric,
  labelKind,
  writeNumber,
  type LabelSource,
} from '../../src/values/index.ts';
import type { EnginePorts } from '../../src/runtime/ports/index.ts';
import { type ListModel, storedQuestion } from '../../src/runtime/models/index.ts';
import { FIELD_UI } from '../../src/ui/fields/index.ts';
import { ExplainButton } from '../../src/ui/inputs/index.ts';
import type { GridColumn } from '../../src/ui/grid/index.ts';
import type { ColumnLayout } from '../../src/view/index.ts';
import { givenColumns, type TableContent, type GivenColumn } from './content.ts';
import { isEditableType } from './editable.ts';
import styles from './View.module.css';

/** Fields shown until the page or the person says otherwise: what fits a screen of 1440. */
const DEFAULT_COLUMNS = 8;
const TITLE_WIDTH = 220;
const WIDTH = 160;

export interface TableColumn extends GridColumn<RecordValues> {
  /** What is known of the field; of a formula or a rollup, with the type of its result. */
  field: FieldDescribe;
  /** May be changed in its cells, where the table is edited. */
  editable: boolean;
  /** The value as people read it. */
  read(row: RecordValues): string;
}

/** Names of ids: the answer's own first, then what the application has learned. */
export function labelsWith(
  labels: Labels,
  store: { get(kind: string, id: string): string | undefined },
): LabelSource {
  return { get: (kind: string, id: string) => labels[kind]?.[id] ?? store.get(kind, id) };
}

/**
 * Columns a list starts with: given by the page, else the title, where approvals stand if there are
 * any, and the first fields.
 */
export function defaultColumns(
  content: TableContent,
  given: readonly GivenColumn[],
  hasApprovals: boolean,
): string[] {
  if (given.length > 0) return given.map((column) => column.field);
  const { describe, records } = content;
  if (!describe) return Object.keys(records[0] ?? {}).slice(0, DEFAULT_COLUMNS);
  const fields = describe.fields
    .filter(
      (field) =>
        !field.removed &&
        field.apiName !== describe.titleField &&
        FIELDS[field.type].family !== 'files',
    )
    .map((field) => field.apiName);
  return [
    ...(fieldNamed(describe, describe.titleField) ? [describe.titleField] : []),
    ...(hasApprovals ? ['flowStatus'] : []),
    ...fields,
  ].slice(0, DEFAULT_COLUMNS);
}

function fieldOf(
  name: string,
  known: FieldDescribe | undefined,
  given: GivenColumn | undefined,
): FieldDescribe {
  const field: FieldDescribe = {
    ...(known ?? { id: name, apiName: name, label: given?.title ?? name, type: 'text', order: 0 }),
    ...given?.describe,
  };
  return { ...field, type: valueType(field) };
}

/** Only stored fields of the object itself are changed in cells, unless the page says otherwise. */
function isEditable(
  name: string,
  { describe }: ColumnContent,
  given: GivenColumn | undefined,
): boolean {
  const own = describe?.fields.find(({ apiName }) => apiName === name);
  return own !== undefined && isEditableType(own.type) && given?.editable !== false;
}

/** What a table's columns are made of, besides the widget's settings and the person's layout. */
type ColumnContent = Pick<TableContent, 'list' | 'describe' | 'labels'>;
/** A column that is shown, with the width and pinning the person gave it. */
interface ChosenPlace {
  readonly name: string;
  readonly width: number | undefined;
  readonly pin: boolean | undefined;
}
/** The columns shown, in the person's order. */
export const placesIn = (layout: ColumnLayout): ChosenPlace[] =>
  layout.shown.map((name) => ({ name, width: layout.width(name), pin: layout.pin(name) }));

/** Width and pinning: the user's own first, then the page's, then the usual of title and type. */
function placeOf(
  type: FieldType,
  isTitle: boolean,
  given: GivenColumn | undefined,
  { width, pin }: ChosenPlace,
) {
  return {
    width: width ?? given?.width ?? (isTitle ? TITLE_WIDTH : (FIELD_UI[type]?.width ?? WIDTH)),
    frozen: pin ?? given?.frozen ?? isTitle,
    grow: width === undefined && (given?.grow ?? (isTitle && given?.width === undefined)),
  };
}

const idsIn = (value: unknown): string[] =>
  isEmpty(value) ? [] : (Array.isArray(value) ? value : [value]).map(String);

function columnOf(
  chosen: ChosenPlace,
  content: ColumnContent,
  given: GivenColumn | undefined,
  context: CellContext,
): TableColumn | null {
  const { name } = chosen;
  const known = fieldNamed(content.describe, name);
  // A field that was deleted after its column was stored is left out.
  if (!known && content.describe && !given) return null;
  const field = fieldOf(name, known, given);
  const isTitle = name === content.describe?.titleField;
  const kind = labelKind(field);
  const named = kind === undefined ? undefined : (content.labels[kind] ?? {});
  // Names that do not come with the answer (areas, records the person may not see) come later: such
  // a cell observes them itself.
  const isLater = (value: unknown) =>
    named !== undefined && idsIn(value).some((id) => named[id] === undefined);
  const read = (row: RecordValues) => formatValue(field, row[name], context.labels);
  return {
    id: name,
    field,
    title: given?.title ?? field.label,
    ...placeOf(field.type, isTitle, given, chosen),
    align: given?.align ?? (isNumeric(field.type) ? 'right' : 'left'),
    sortable: content.list
      ? isSortable(field.type) && field.masked !== true
      : given?.sortable === true,
    editable: isEditable(name, content, given),
    read,
    text: (row) => {
      const value = row[name];
      return typeof value === 'number' ? writeNumber(shownType(field), value) : read(row);
    },
    render: (row) =>
      isLater(row[name]) ? (
        <Observer>{() => <>{cellContent(field, row[name], context)}</>}</Observer>
      ) : (
        cellContent(field, row[name], context)
      ),
  };
}

const isComputed = ({ fields }: ObjectDescribe, name: string): boolean =>
  fields.some(
    ({ apiName, formula, rollup }) =>
      apiName === name && (formula !== undefined || rollup !== undefined),
  );
/** Asks how the column's value of a record came about. */
function questionOf({ id, title }: TableColumn, describe: ObjectDescribe, list: ListModel) {
  const of = {
    object: describe.apiName,
    field: id,
    ...(list.view && { viewId: list.view.id }),
  };
  return (row: RecordValues) => storedQuestion(title, { ...of, id: String(row['id']) });
}
/** A computed value with the button that says how it came about, in cells of stored records. */
function explained(
  column: TableColumn,
  { describe, list }: ColumnContent,
  ports: EnginePorts,
): TableColumn {
  if (!list || !describe || !isComputed(describe, column.id)) return column;
  const ask = questionOf(column, describe, list);
  const look = `${styles.explained} ${column.align === 'right' ? styles.atStart : ''}`;
  return {
    ...column,
    render: (row) =>
      typeof row['version'] === 'number' ? (
        <span className={look}>
          <ExplainButton label={column.title} ask={() => ask(row)} ports={ports} inGrid />
          {column.render(row)}
        </span>
      ) : (
        column.render(row)
      ),
  };
}

/** The columns to draw now, in the person's order and widths. */
export function tableColumns(
  content: ColumnContent,
  columnsProp: unknown,
  places: readonly ChosenPlace[],
  ports: EnginePorts,
): TableColumn[] {
  const given = givenColumns(columnsProp);
  const context = { labels: labelsWith(content.labels, ports.labels), ports };
  return places
    .map((chosen) =>
      columnOf(
        chosen,
        content,
        given.find((column) => column.field === chosen.name),
        context,
      ),
    )
    .filter((column) => column !== null)
    .map((column) => explained(column, content, ports));
}
