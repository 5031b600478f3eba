import { computed, type IComputedValue } from 'mobx';
import { formatValue, type FieldFormat } from '../../../values/index.ts';
import type { GridRows } from '../../grid/index.ts';
import type { OwnedField, OwnedRecord, FieldSpec } from '../../../runtime/models/index.ts';
import type { EnginePorts } from '../../../runtime/ports/index.ts';
import { valueFormatOf } from '../../display/value-text.ts';

/** A column: what is fixed about its fields, and how their values read. */
export interface Column {
  readonly name: string;
  readonly spec: FieldSpec;
  readonly look: FieldFormat;
}
export const columnsOf = (field: OwnedField): Column[] =>
  (field.spec.rows?.names ?? []).flatMap((name) => {
    const spec = field.spec.rows!.get(name);
    return spec ? [{ name, spec, look: valueFormatOf(spec) }] : [];
  });

const NO_FAULTS: ReadonlyMap<string, string> = new Map();
/** A row as it is drawn: another object whenever something of it changed. */
export interface VisibleRow {
  readonly row: OwnedRecord;
  readonly values: Readonly<Record<string, unknown>>;
  readonly texts: Readonly<Record<string, string>>;
  readonly faults: ReadonlyMap<string, string>;
}
function show(row: OwnedRecord, columns: readonly Column[], ports: EnginePorts): VisibleRow {
  const values: Record<string, unknown> = {};
  const texts: Record<string, string> = {};
  let faults: Map<string, string> | null = null;
  for (const { name, look, spec } of columns) {
    const { value, errors } = row.peek(name);
    values[name] = value;
    texts[name] =
      spec.rows || spec.members ? countOf(value) : formatValue(look, value, ports.labels);
    if (errors.length > 0) (faults ??= new Map()).set(name, errors[0]!);
  }
  return { row, values, texts, faults: faults ?? NO_FAULTS };
}
const countOf = (value: unknown): string =>
  Array.isArray(value) ? `${value.length} 行` : value === undefined ? '' : '已填写';

/**
 * The rows of a field for the grid: each is looked at only while it is on the screen, without
 * making the models of its fields, and drawn again only when something of it changed.
 */
export class VisibleRows implements GridRows<VisibleRow> {
  private readonly known = new WeakMap<OwnedRecord, IComputedValue<VisibleRow>>();
  constructor(
    readonly field: OwnedField,
    readonly columns: readonly Column[],
    private readonly ports: EnginePorts,
  ) {}
  get length(): number {
    return this.field.rows.length;
  }
  at(index: number): VisibleRow | undefined {
    const row = this.field.rows[index];
    if (!row) return undefined;
    let shown = this.known.get(row);
    if (!shown) this.known.set(row, (shown = computed(() => show(row, this.columns, this.ports))));
    return shown.get();
  }
}

/** What the grid asks about faults, answered by the row itself. */
export class RowFaults extends Map<string, ReadonlyMap<string, string>> {
  constructor(private readonly rows: VisibleRows) {
    super();
  }
  override get(key: string): ReadonlyMap<string, string> | undefined {
    const at = this.rows.field.rows.findIndex((row) => row.key === key);
    const faults = at < 0 ? undefined : this.rows.at(at)?.faults;
    return faults && faults.size > 0 ? faults : undefined;
  }
}
