import { BIN_DAYS, FIELDS, type DataOf, type InputOf } from '../../../contract/index.ts';
import { schemaOf, type TenantTx } from '../../kernel/index.ts';
import { lostName } from '../meta/swap-ddl.ts';
import { unitOf, withTable, type TypeChangeRow } from '../meta/type-changes.ts';

type Listed = DataOf<'bizmeta.typeChange.list'>['changes'][number];
interface Row extends TypeChangeRow {
  readonly label: string;
  /** Of the sub-table whose column it is. */
  readonly tableLabel: string | null;
  readonly objectNo: number;
  readonly error: string;
  readonly created_at: Date;
  readonly until: Date | null;
  readonly stage: string | null;
  readonly failed: boolean | null;
  readonly why: string | null;
  readonly done: number | null;
  readonly total: number | null;
  readonly by: string;
}

const CHANGES = `SELECT c.id, c.field_id, c.no, c.was, c.field, c.state, c.back, c.error, f.label,
    pf.label AS "tableLabel", o.no AS "objectNo", c.created_at,
    c.swapped_at + interval '${BIN_DAYS} days' AS until,
    j.place ->> 'stage' AS stage, j.state = 'failed' AS failed, j.error AS why, j.done, j.total,
    coalesce(m.real_name, '') AS by
  FROM bizmeta.type_change c JOIN bizmeta.object o ON o.tenant_id = c.tenant_id AND o.id = c.object_id
  JOIN bizmeta.field f ON f.tenant_id = c.tenant_id AND f.id = c.field_id
  LEFT JOIN bizmeta.field pf ON pf.tenant_id = o.tenant_id AND pf.id = o.parent_field
  LEFT JOIN bizmeta.object p ON p.tenant_id = pf.tenant_id AND p.id = pf.object_id
  LEFT JOIN kernel.job j ON j.tenant_id = c.tenant_id AND j.id = c.job
  LEFT JOIN upm.member m ON m.tenant_id = c.tenant_id AND m.user_id = c.created_by
  WHERE c.tenant_id = $1 AND coalesce(p.api_name, o.api_name) = $2
    AND o.deleted_at IS NULL AND p.deleted_at IS NULL
    AND f.removed_at IS NULL AND pf.removed_at IS NULL
  ORDER BY c.created_at DESC`;

/** Changes of types that are being made, wait for their builder, or can be undone. */
export async function typeChanges(
  tx: TenantTx,
  { apiName }: InputOf<'bizmeta.typeChange.list'>,
): Promise<DataOf<'bizmeta.typeChange.list'>> {
  const rows = await tx.query<Row>(CHANGES, [tx.tenant.id, apiName]);
  const changes: Listed[] = [];
  for (const row of rows) changes.push(listed(row, await lostOf(tx, row)));
  return { changes, working: changes.some(({ state }) => state === 'running') };
}

async function lostOf(tx: TenantTx, { objectNo, no, back }: Row): Promise<number> {
  const lost = lostName({ schema: schemaOf(tx.tenant), no: objectNo }, no);
  const [row] = await tx.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM ${lost} WHERE back = $1`,
    [back],
  );
  return row!.n;
}

const STAGES: Readonly<Record<string, string>> = {
  fill: '正在转换',
  follow: '正在转换期间写入的值',
  build: '正在建立索引',
  swap: '正在等没有人使用的一刻换过来',
};
const STATES = { running: '正在进行', stopped: '停下了', done: '已完成' } as const;

function listed(row: Row, lost: number): Listed {
  const state = row.state === 'running' && row.failed ? 'stopped' : row.state;
  const [before, after] = [FIELDS[row.was.type].title, FIELDS[row.field.type].title];
  const text = before === after ? `${after}的长度或位数改变` : `${before}改为${after}`;
  const stage =
    state === 'running' ? (STAGES[row.stage ?? 'fill'] ?? STATES.running) : STATES[state];
  return {
    id: row.id,
    field: row.field_id,
    label: withTable(row.tableLabel ?? undefined, row.label),
    unit: unitOf(row.tableLabel !== null),
    text,
    state,
    stateText: row.back ? `撤销：${stage}` : stage,
    back: row.back,
    done: Number(row.done ?? 0),
    total: Number(row.total ?? 0),
    lost,
    error: row.state === 'running' && row.failed ? (row.why ?? '') : row.error,
    by: row.by,
    at: new Date(row.created_at).toISOString(),
    until: row.until && new Date(row.until).toISOString(),
  };
}
