import { v7 as uuidv7 } from 'uuid';
import type { FlowStatus, ObjectDescribe } from '../../../contract/index.ts';
import { draftOf } from '../../../flow/index.ts';
import type { FlowAsk, FlowStart } from '../../bizmeta/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { mainDeptOf } from '../../upm/index.ts';
import type { Parts } from '../parts.ts';
import { activeAmong } from '../people/candidates.ts';
import type { Prepared } from '../prepared.ts';
import { requireInitiator } from '../templates/initiators.ts';
import { isUuid, preparedOf, templateRow, type TemplateRow } from '../templates/rows.ts';
import { fieldRights, requireFilled } from './field-rights.ts';
import { insertInstance } from './insert.ts';
import { starterPicks, submitRow } from './start.ts';

/** Approvals that smart forms start with their submissions. */

const unlessRefused = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof AppError) return error.message;
      throw error;
    },
  );

function goneAsNone(error: unknown): undefined {
  if (error instanceof AppError) return;
  throw error;
}

/** Fields the start asks for that submissions leave empty. */
function lacking(
  prepared: Prepared,
  describe: ObjectDescribe,
  fields: FlowAsk['fields'],
): string[] {
  const rights = fieldRights(prepared, prepared.model.start, describe);
  return describe.fields
    .filter(({ apiName, defaultValue }) => {
      const isGiven = fields.has(apiName) || (defaultValue !== undefined && defaultValue !== null);
      return rights[apiName] === 'required' && !isGiven;
    })
    .map(({ label }) => label);
}

function templateFault({ name, version, enabled, object_name }: TemplateRow, object: string) {
  if (object_name !== object) return `流程“${name}”是别的对象的`;
  if (version === 0) return `流程“${name}”还没有发布`;
  return enabled ? undefined : `流程“${name}”已停用`;
}

/** Why submissions of a form cannot start a template now; undefined where they can. */
export async function formFlowFault(
  parts: Parts,
  tx: TenantTx,
  { templateId, object, starterId, fields }: FlowAsk,
): Promise<string | undefined> {
  const template = await templateRow(tx, templateId).catch(goneAsNone);
  if (!template) return '提交后发起的流程已被删除';
  const { name } = template;
  const fault = templateFault(template, object);
  if (fault !== undefined) return fault;
  const prepared = await preparedOf(parts, tx, template.id, template.version, template.names);
  if (starterPicks(prepared).length > 0) return `流程“${name}”要由发起人选择审批人，不能由表单发起`;
  const labels = lacking(prepared, await parts.records.describe(tx, object), fields);
  if (labels.length > 0) return `流程“${name}”发起时必填“${labels.join('”、“')}”，表单没有让人填写`;
  if (starterId === null) return undefined;
  if (!(await activeAmong(tx, [starterId])).has(starterId))
    return `流程“${name}”以发布表单的人的名义发起，而这个人已不在职`;
  return unlessRefused(requireInitiator(tx, { userId: starterId }, name, prepared.settings));
}

/**
 * Starts an instance on the record of a submission. The form is the grant: who submits need not see
 * the record, nor has the starter written it.
 */
export async function startByForm(
  parts: Parts,
  tx: TenantTx,
  { templateId, starterId, recordId, note, ip }: FlowStart,
): Promise<string> {
  const template = await templateRow(tx, templateId);
  const prepared = await preparedOf(parts, tx, template.id, template.version, template.names);
  const describe = await parts.records.describe(tx, template.object_name);
  const record = (await parts.records.read(tx, template.object_name, recordId)) ?? {};
  requireFilled(describe, fieldRights(prepared, prepared.model.start, describe), record);
  const row = await insertInstance(tx, {
    id: uuidv7(),
    template,
    recordId,
    madeRecord: false,
    starterId,
    starterDept: await mainDeptOf(tx, starterId),
    parentId: null,
    form: null,
    picks: {},
    state: draftOf(starterId),
    now: new Date(),
  });
  await submitRow({ tx, parts, ctx: { userId: starterId, ip } }, row, {}, note);
  return row.id;
}

export async function standingOf(
  tx: TenantTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FlowStatus>> {
  const known = ids.filter(isUuid);
  if (known.length === 0) return new Map();
  const rows = await tx.query<{ id: string; status: FlowStatus }>(
    'select id, status from bpm.flow_instance where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenant.id, known],
  );
  return new Map(rows.map(({ id, status }) => [id, status]));
}
