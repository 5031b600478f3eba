import { equalData, ParseFailure, type ListModel } from '../../runtime/models/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { formatValue } from '../../values/index.ts';

/**
 * Whether a record still has a value that was entered: what others changed since is not taken back
 * with it. A record that the list does not show counts as unchanged; the server compares its version.
 */
export function stillHas(
  list: ListModel,
  { labels }: Pick<EnginePorts, 'labels'>,
  { key, column, value }: { key: string; column: string; value: unknown },
): boolean {
  const record = list.records.find((each) => each['id'] === key);
  if (!record) return true;
  const now = list.edits.shown(record)[column] ?? null;
  const given = (value instanceof ParseFailure ? value.text : value) ?? null;
  if (equalData(now, given)) return true;
  // The server may write the same value differently: 3.10 as 3.1, a moment in another zone.
  const field = list.describe?.fields.find(({ apiName }) => apiName === column);
  return (
    field !== undefined &&
    now !== null &&
    given !== null &&
    formatValue(field, now, labels) === formatValue(field, given, labels)
  );
}
