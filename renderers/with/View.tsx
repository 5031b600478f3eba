import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { isRecord, rowsOf, textOf } from '../../src/values/index.ts';
import type { FieldModel, ListModel, Model } from '../../src/runtime/models/index.ts';
import type { WithProps } from './index.ts';

type Row = { value: unknown; key: string; index: number };
const plainRow = (rows: readonly unknown[], index: number): Row | null => {
  const value = rows[index];
  return value === undefined || value === null
    ? null
    : { value, key: (isRecord(value) && textOf(value.id)) || `#${index}`, index };
};
const fieldRow = (field: FieldModel, index: number): Row | null => {
  const row = field.rows[index];
  return row ? { value: row, key: row.key, index } : null;
};
/** The chosen row of the binding; a record or form is its own only row. */
function rowOf(bound: Model | undefined, index: number): Row | null {
  switch (bound?.kind) {
    case 'field':
      return fieldRow(bound, index);
    case 'record':
    case 'form':
      return { value: bound, key: bound.kind === 'record' ? bound.key : 'form', index: 0 };
    case 'list':
      return plainRow((bound as ListModel).records, index);
    case 'source':
      return plainRow(rowsOf(bound.data), index);
    case 'cell':
      return plainRow(rowsOf(bound.value), index);
    default:
      return null;
  }
}

/**
 * Draws its content for one row of a list, under the slot's alias: the settings of the chosen
 * field, say.
 */
export default function WithView({ node }: WidgetViewProps<WithProps>) {
  const { index } = node.props;
  const row = rowOf(node.bound as Model | undefined, typeof index === 'number' ? index : 0);
  return <>{row ? node.slot('body', row) : node.slot('empty')}</>;
}
