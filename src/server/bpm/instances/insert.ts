import type { RecordValues } from '../../../contract/index.ts';
import type { FlowState } from '../../../flow/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { TemplateRow } from '../templates/rows.ts';
import type { InstanceRow } from './rows.ts';

interface NewInstance {
  readonly id: string;
  readonly template: Pick<
    TemplateRow,
    'id' | 'name' | 'version' | 'names' | 'object_id' | 'object_name' | 'messages'
  >;
  readonly recordId: string | null;
  readonly madeRecord: boolean;
  readonly starterId: string;
  readonly starterDept: string | null;
  readonly parentId: string | null;
  readonly form: RecordValues | null;
  readonly picks: Record<string, string[]>;
  readonly state: FlowState;
  readonly now: Date;
}

/** A new instance, a draft. */
export async function insertInstance(tx: TenantTx, made: NewInstance): Promise<InstanceRow> {
  const { template } = made;
  await tx.run(
    `insert into bpm.flow_instance (tenant_id, id, template_id, version_no, object_id, record_id, made_record, status, state,
      starter_id, starter_dept, form, picks, parent_id, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, 'draft', $8, $9, $10, $11, $12, $13, $14, $14)`,
    [
      tx.tenant.id,
      made.id,
      template.id,
      template.version,
      template.object_id,
      made.recordId,
      made.madeRecord,
      JSON.stringify(made.state),
      made.starterId,
      made.starterDept,
      made.form && JSON.stringify(made.form),
      JSON.stringify(made.picks),
      made.parentId,
      made.now,
    ],
    { name: 'bpm-instance-new' },
  );
  return newRow(made);
}

/** The row as it is read again. */
const newRow = ({ template, now, ...made }: NewInstance): InstanceRow => ({
  id: made.id,
  template_id: template.id,
  template_name: template.name,
  messages: template.messages,
  version_no: template.version,
  followed: template.names,
  object_id: template.object_id,
  object_name: template.object_name,
  is_past: false,
  record_id: made.recordId,
  made_record: made.madeRecord,
  status: 'draft',
  state: made.state,
  seq: 0,
  starter_id: made.starterId,
  starter_dept: made.starterDept,
  title: '',
  code: '',
  summary: [],
  waiting: [],
  form: made.form,
  snapshot: null,
  picks: made.picks,
  parent_id: made.parentId,
  created_at: now,
  started_at: null,
  ended_at: null,
  deleted_at: null,
});
