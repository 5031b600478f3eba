import { ANONYMOUS_USER_ID, type FlowStatus, type FormBody } from '../../../contract/index.ts';
import { formFields } from '../../../page/index.ts';
import { AppError, postMessage, type TenantTx } from '../../kernel/index.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import { formLink } from '../links.ts';
import { cutText } from '../notice-text.ts';
import { FormFlows, type FlowAsk } from './form-flows.ts';
import { FORMS, type FormRow } from './row.ts';

/**
 * A form whose approval cannot be started takes no submissions: a record that came in without its
 * approval looks like any other, and no one would miss the decision. What was filled in stays with who
 * filled it in, and the people of the form get a message that says why.
 */
export const BARRED = '提交后要发起的审批现在不能开始，请联系发布者';
/** Decided instances: what was decided on is not changed through the form afterwards. */
const DECIDED: ReadonlySet<FlowStatus> = new Set([
  'approved',
  'rejected',
  'cancelled',
  'terminated',
]);
const MAX_NAME = 50;

type Flowing = Pick<FormRow, 'id' | 'name' | 'object' | 'flow_starter' | 'created_by'> & {
  readonly published: FormBody;
};

const isNothing = (value: unknown): boolean => value === undefined || value === null;
/** Fields a submission can fill in, or always fills in. */
const filledBy = (body: FormBody): ReadonlySet<string> =>
  new Set(
    formFields(body).flatMap((item) => {
      const isOpen = item.hidden !== true && item.readonly !== true;
      return isOpen || !isNothing(item.default) ? [item.field] : [];
    }),
  );

function askOf(object: string, body: FormBody, starterId: string | null): FlowAsk | undefined {
  const { flow } = body.publish;
  return isNothing(flow)
    ? undefined
    : { templateId: flow!, object, starterId, fields: filledBy(body) };
}

/** Why a body published by this person would start nothing; members start in their own names. */
export async function flowFault(
  tx: TenantTx,
  object: string,
  body: FormBody,
  publisher: string | null,
): Promise<string | undefined> {
  const ask = askOf(object, body, body.publish.mode === 'member' ? null : publisher);
  return ask && tx.state.of(FormFlows).work.fault(tx, ask);
}

/**
 * In whose name a submission starts its approval: the member's who fills in; where the form is for
 * visitors as well, of who published it, unless the member may start it. Undefined when it cannot.
 */
async function startedBy(
  tx: TenantTx,
  form: Flowing,
  author: string,
): Promise<(FlowAsk & { readonly starterId: string }) | undefined> {
  const { work } = tx.state.of(FormFlows);
  const names = [
    ...(author === ANONYMOUS_USER_ID ? [] : [author]),
    ...(form.published.publish.mode === 'member' || !form.flow_starter ? [] : [form.flow_starter]),
  ];
  for (const starterId of names) {
    const ask = askOf(form.object, form.published, starterId)!;
    if ((await work.fault(tx, ask)) === undefined) return { ...ask, starterId };
  }
  return undefined;
}

/** Whether the approval of a submission of this person could not be started now. */
export async function isBarred(tx: TenantTx, form: Flowing, author: string): Promise<boolean> {
  if (isNothing(form.published.publish.flow)) return false;
  if (await startedBy(tx, form, author)) return false;
  await tellFault(tx, form);
  return true;
}

/** A submission whose approval cannot be started; `why` is for the people of the form. */
export class FlowBarred extends AppError {
  readonly form: Flowing;
  readonly why: string | undefined;
  constructor(form: Flowing, why?: string) {
    super('FORM_CLOSED', { why: BARRED });
    this.form = form;
    this.why = why;
  }
}

/** Starts the approval of a submission in its transaction; null for a form that starts none. */
export async function startFlow(
  tx: TenantTx,
  form: Flowing,
  { author, recordId, ip }: { author: string; recordId: string; ip: string },
): Promise<string | null> {
  if (isNothing(form.published.publish.flow)) return null;
  const ask = await startedBy(tx, form, author);
  if (!ask) throw new FlowBarred(form);
  const who = author === ask.starterId ? '' : author === ANONYMOUS_USER_ID ? '访客' : '成员';
  const note = `${who}通过表单“${cutText(form.name, MAX_NAME)}”提交`;
  try {
    return await tx.state.of(FormFlows).work.start(tx, { ...ask, recordId, note, ip });
  } catch (error) {
    // Fields are for who fills in; the rest may name people and steps.
    if (!(error instanceof AppError) || error.errors.length > 0) throw error;
    throw new FlowBarred(form, error.message);
  }
}

/**
 * Tells who made and who published a form, once a day at most, that it takes no submissions. A
 * member who may not start its approval is no fault of the form.
 */
export async function tellFault(tx: TenantTx, form: Flowing, given?: string): Promise<void> {
  const { id, name, object, published, created_by, flow_starter } = form;
  const why = given ?? (await flowFault(tx, object, published, flow_starter));
  if (why === undefined) return;
  const first = await tx.run(
    `UPDATE bizmeta.smart_form SET flow_barred_at = now() WHERE tenant_id = $1 AND id = $2::uuid
      AND (flow_barred_at IS NULL OR flow_barred_at < now() - interval '1 day')`,
    [tx.tenant.id, id],
  );
  if (first === 0) return;
  await postMessage(tx, tx.tenant.id, 'message', {
    userIds: [...new Set([created_by, ...(flow_starter ? [flow_starter] : [])])],
    typeCode: 'pro_tem_opt',
    content: `表单“${cutText(name, MAX_NAME)}”现在不能提交：${why}`,
    handlerParams: { path: formLink(object, id) },
  });
}

/** Forms that start a template with their submissions, as they are published. */
export async function formsStarting(
  tx: TenantTx,
  templateId: string,
): Promise<(FormRow & { readonly published: FormBody })[]> {
  const rows = await tx.query<FormRow>(
    `${FORMS} AND f.status <> 'draft' AND f.published->'publish'->>'flow' = $1 ORDER BY f.id`,
    [templateId],
  );
  return rows as (FormRow & { readonly published: FormBody })[];
}

/** Tells the people of forms that a template can no longer be started by, now that it has changed. */
export async function tellFormsStarting(tx: TenantTx, templateId: string): Promise<void> {
  for (const form of await formsStarting(tx, templateId))
    if (form.status === 'published') await tellFault(tx, form);
}

/** Where the approvals of submissions are, and which of them may not be changed because of it. */
export interface Approvals {
  statusOf(flowId: string | null): FlowStatus | null;
  holds(recordId: string, flowId: string | null): boolean;
}

export async function approvalsOf(
  tx: TenantTx,
  { table }: ObjectCatalogEntry,
  rows: readonly { readonly record_id: string; readonly flow_id: string | null }[],
): Promise<Approvals> {
  const ids = rows.flatMap(({ flow_id }) => flow_id ?? []);
  const known = await tx.state.of(FormFlows).work.standing(tx, ids);
  const locked = new Set(
    (
      await tx.query<{ id: string }>(
        `SELECT id FROM ${table.name} WHERE id = ANY($1::uuid[]) AND flow_lock IS NOT NULL`,
        [rows.map(({ record_id }) => record_id)],
      )
    ).map(({ id }) => id),
  );
  const statusOf = (flowId: string | null): FlowStatus | null =>
    flowId === null ? null : (known.get(flowId) ?? null);
  return {
    statusOf,
    holds(recordId, flowId) {
      const status = statusOf(flowId);
      return locked.has(recordId) || (status !== null && DECIDED.has(status));
    },
  };
}
