import type { ObjectDescribe, RecordChange } from '../../contract/index.ts';
import { EMPTY_TEXT, formatValue } from '../../values/index.ts';
import type { EnginePorts } from '../ports/ports.ts';
import type { DryEntry } from './types.ts';

const VERBS: Record<RecordChange['do'], string> = { create: '新建', edit: '修改', delete: '删除' };

/** What the transaction would write, a sentence a record and a clause a field. */
export async function recordNotes(
  ports: EnginePorts,
  path: string,
  { changes, problems }: { changes: readonly RecordChange[]; problems: readonly string[] },
): Promise<DryEntry[]> {
  const describes = new Map<string, ObjectDescribe | null>();
  for (const name of new Set(changes.map((change) => change.object)))
    describes.set(name, await ports.describe(name).catch(() => null));
  const notes = changes.map((change): DryEntry => ({
    do: change.do,
    path,
    text: changeText(change, describes.get(change.object) ?? null, ports),
    changes: [change],
  }));
  return problems.length === 0
    ? notes
    : [
        ...notes,
        { do: 'transact', path, text: `整组都不会写入：${problems.join('；')}`, problems },
      ];
}

/** 修改客户“云帆”：等级 3 → 4；备注 — → 老客户 */
function changeText(
  change: RecordChange,
  describe: ObjectDescribe | null,
  ports: EnginePorts,
): string {
  const shown = (field: string, value: unknown): string => {
    const known = describe?.fields.find((each) => each.apiName === field);
    return (
      (known
        ? formatValue(known, value, ports.labels)
        : value === null
          ? ''
          : typeof value === 'object'
            ? JSON.stringify(value)
            : String(value)) || EMPTY_TEXT
    );
  };
  const clause = ({ field, label, before, after }: RecordChange['fields'][number]): string =>
    change.do === 'edit'
      ? `${label} ${shown(field, before)} → ${shown(field, after)}`
      : `${label} ${shown(field, change.do === 'create' ? after : before)}`;
  const head = `${VERBS[change.do]}${change.label}${change.title ? `“${change.title}”` : ''}`;
  if (change.do === 'edit' && change.fields.length === 0) return `${head}：没有变化`;
  return change.fields.length === 0 ? head : `${head}：${change.fields.map(clause).join('；')}`;
}
