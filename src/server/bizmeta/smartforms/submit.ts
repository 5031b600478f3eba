import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import {
  problem,
  TIME_ZONE,
  type DataOf,
  type InputOf,
  type Problem,
  type RecordValues,
} from '../../../contract/index.ts';
import { FormLogic } from '../../../page/index.ts';
import {
  AppError,
  idempotent,
  problemsError,
  type OpenContext,
  type TenantTx,
} from '../../kernel/index.ts';
import { deviceOf } from '../../log/index.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import { createRecords } from '../records/create.ts';
import { editRecords } from '../records/edit.ts';
import type { WriteContext } from '../records/write-context.ts';
import type { Parts } from '../parts.ts';
import { checkAnswer, consumeAnswer, requestOwner, SUBMIT } from './captcha.ts';
import {
  authorOf,
  closedError,
  resolveFormLink,
  hashOf,
  loadPublishedForm,
  memberOf,
  stateOf,
  type FormLink,
  type PublishedFormRow,
} from './form-link.ts';
import { placedFields, withObjectRules, type Placed } from './fields.ts';
import { claimFiles } from './files.ts';
import { FlowBarred, startFlow, tellFault } from './flow.ts';
import { checkLookups, offeredLookups } from './lookup.ts';
import { canReturn, editable, type Submission } from './mine.ts';
import { prefilled } from './prefill.ts';
import { enforceRateLimit } from './rate-limit.ts';
import { tellSubmitted, toldOfForm } from './tell.ts';

type Input = InputOf<'bizmeta.smartform.submit'>;
type Answer = DataOf<'bizmeta.smartform.submit'>;
const KEY_BYTES = 24;

/**
 * Accepts a submission: rate-limited, its captcha checked, then one transaction under
 * the form's lock. A repeated request id gets the same response.
 */
export async function submit(parts: Parts, input: Input, ctx: OpenContext): Promise<Answer> {
  const link = await resolveFormLink(parts.db, input.token, ctx);
  await enforceRateLimit(parts.db, link, 'submit', ctx);
  await checkAnswer(parts.db, link, input.requestId, input.captcha);
  // A new captcha answer, or a renewed pass, is still the same submission.
  const { captcha: _captcha, pass: _pass, ...same } = input;
  return parts.db
    .withTenant(link, (tx) =>
      idempotent(tx, { userId: requestOwner(link) }, SUBMIT, same, () =>
        take(parts, tx, link, ctx, {
          ...input,
          device: deviceOf(ctx.request.headers['user-agent'] ?? ''),
        }),
      ),
    )
    .catch(async (error: unknown) => {
      // Nothing of the submission is left; that its form needs someone is.
      if (error instanceof FlowBarred)
        await parts.db.withTenant(link, (tx) => tellFault(tx, error.form, error.why));
      throw error;
    });
}

async function take(
  parts: Parts,
  tx: TenantTx,
  link: FormLink,
  ctx: OpenContext,
  input: Input & { device: string },
): Promise<Answer> {
  const member = memberOf(ctx, link);
  const stored = await loadPublishedForm(tx, link, true);
  const view = await parts.catalog.enterWhole(tx, stored.object);
  const address = input.editKey === undefined ? input.address : {};
  const { body: published } = await prefilled(tx, view, stored.published, address);
  const form = { ...stored, published };
  const before =
    input.editKey === undefined
      ? undefined
      : await editable(parts, tx, form, member, { ...input, editKey: input.editKey }, view);
  if (!before) {
    const state = await stateOf(tx, form, member, input, Date.now());
    if (state !== 'open') throw closedError(state);
  }
  if (input.formVersion !== form.published_version) throw new AppError('FORM_CHANGED');
  if (form.published.publish.captcha) await consumeAnswer(tx, link, input.captcha);
  const placed = placedFields(form.published, view.table.describe);
  const userId = authorOf(form, member);
  const { values, ruled } = await readValues(
    { tx, form, view, placed, userId },
    input.values,
    before?.values ?? {},
  );
  const writing: WriteContext = {
    tx,
    view,
    userId,
    services: parts.services,
    // A form is a grant of its own: who may open it may send it.
    access: null,
    ...(member !== null && {
      chooser: await parts.people.accessOf(
        { tenant: link.tenant, session: ctx.session },
        (text, parameters) => tx.query(text, parameters),
      ),
      offered: offeredLookups(placed, values, ruled),
    }),
  };
  return inFormWords(() =>
    before
      ? change(writing, form, before, { values, opened: input.recordVersion })
      : add(writing, form, values, { ...input, ip: ctx.ip }),
  );
}

interface SubmissionReadContext {
  readonly tx: TenantTx;
  readonly form: PublishedFormRow;
  readonly view: ObjectCatalogEntry;
  readonly placed: readonly Placed[];
  readonly userId: string;
}

/**
 * The values of the record, those sent for editable fields, the form's own for the rest, after its
 * rules; and the fields that have their value from a rule.
 */
async function readValues(
  { tx, form, view, placed, userId }: SubmissionReadContext,
  sent: RecordValues,
  kept: RecordValues,
): Promise<{ values: RecordValues; ruled: ReadonlySet<string> }> {
  const problems = strangers(placed, sent);
  stop(problems);
  const logic = new FormLogic(
    withObjectRules(form.published, view.table.describe, placed),
    placed.map(({ field }) => field),
  );
  const reading = { ctx: { now: new Date(), timeZone: TIME_ZONE }, user: { id: userId } };
  const settled = logic.evaluate(given(placed, sent, kept), reading, given(placed, {}, kept));
  for (const name of settled.hidden)
    if (!isOwn(placed, name)) settled.values[name] = kept[name] ?? null;
  problems.push(...logic.check(settled, reading, '/values'));
  await checkLookups(tx, view, placed, settled.values, problems);
  await claimFiles(tx, form, placed, settled.values, kept, problems);
  stop(problems);
  const values = Object.fromEntries(
    Object.entries(settled.values).filter(
      ([, value]) => (value !== undefined && value !== null) || Object.keys(kept).length > 0,
    ),
  );
  return { values, ruled: settled.ruled };
}
const stop = (problems: Problem[]): void => {
  if (problems.length > 0) throw problemsError(problems);
};
/** A hidden field whose value is the form's own, not the visitor's. */
const isOwn = (placed: readonly Placed[], name: string): boolean =>
  placed.some(({ item }) => item.field === name && item.hidden === true);

const pathOf = (name: string): string =>
  `/values/${name.slice(0, 60).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/**
 * What may not be written: fields the form does not have or does not show. What is sent for a field
 * that it only shows is passed over: a page sends all it shows, also what its rules filled in.
 */
function strangers(placed: readonly Placed[], sent: RecordValues): Problem[] {
  const shown = new Set(
    placed.filter(({ item }) => !item.hidden).map(({ field }) => field.apiName),
  );
  return Object.keys(sent)
    .filter((name) => !shown.has(name))
    .map((name) => problem(pathOf(name), 'UNKNOWN_FIELD', { name: name.slice(0, 60) }));
}

function given(placed: readonly Placed[], sent: RecordValues, kept: RecordValues): RecordValues {
  return Object.fromEntries(
    placed.map(({ item, field: { apiName, defaultValue } }) => {
      const own =
        item.hidden || item.readonly
          ? defaultValue
          : Object.hasOwn(sent, apiName)
            ? sent[apiName]
            : defaultValue;
      const keeps = item.hidden || item.readonly || !Object.hasOwn(sent, apiName);
      return [apiName, keeps && Object.hasOwn(kept, apiName) ? kept[apiName] : own];
    }),
  );
}

async function add(
  { tx, ...writing }: WriteContext,
  form: PublishedFormRow,
  values: RecordValues,
  { visitor, device, ip }: Input & { device: string; ip: string },
): Promise<Answer> {
  const userIds = toldOfForm(form, writing.userId);
  const notices = { mergeKey: form.id, except: userIds };
  const {
    ids: [recordId],
  } = await createRecords({ tx, ...writing, notices }, [values]);
  const flow = await startFlow(tx, form, { author: writing.userId, recordId: recordId!, ip });
  const key = canReturn(form.published) ? randomBytes(KEY_BYTES).toString('base64url') : null;
  await tx.run(
    `INSERT INTO bizmeta.form_submission (tenant_id, id, form_id, form_version, record_id,
      record_version, user_id, visitor, edit_key, device, flow_id)
      VALUES ($1, $2, $3, $4, $5, 1, $6, $7, $8, $9, $10)`,
    [
      tx.tenant.id,
      uuidv7(),
      form.id,
      form.published_version,
      recordId,
      writing.userId,
      visitor === undefined ? null : hashOf(visitor),
      key && hashOf(key),
      device,
      flow,
    ],
  );
  await tx.run(
    'UPDATE bizmeta.smart_form SET submits = submits + 1 WHERE tenant_id = $1 AND id = $2::uuid',
    [tx.tenant.id, form.id],
  );
  await tellSubmitted(tx, form, recordId!, { author: writing.userId, userIds });
  return { editKey: key };
}
async function change(
  writing: WriteContext,
  form: PublishedFormRow,
  before: Submission,
  { values, opened = before.version }: { values: RecordValues; opened: number | undefined },
): Promise<Answer> {
  // What others changed since it was opened stays: the page sends all it shows, changed or not.
  const version = Math.min(opened, before.version);
  const {
    records: [record],
  } = await editRecords(writing, [{ ...values, id: before.recordId, version }]).catch(
    (error: unknown) => {
      // A visitor has no way to choose, and is not shown who did what: it is opened again.
      const reason = error instanceof AppError ? error.reason : undefined;
      if (reason === 'EDIT_CONFLICT') throw new AppError('FORM_CHANGED');
      // Nor is what locks it named.
      if (reason === 'FLOW_RECORD_LOCKED') throw new AppError('FORM_EDIT_CLOSED');
      throw error;
    },
  );
  await writing.tx.run(
    `UPDATE bizmeta.form_submission SET form_version = $3, record_version = $4, updated_at = now()
      WHERE tenant_id = $1 AND id = $2::uuid`,
    [writing.tx.tenant.id, before.id, form.published_version, record!.version],
  );
  return { editKey: null };
}

const inValues = (path: string): string => path.replace(/^\/records\/0/, '/values');
/** Records are read as a batch of one; visitors send `values`. */
async function inFormWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.errors.length === 0) throw error;
    throw problemsError(
      error.errors.map(({ about, ...each }) => ({
        ...each,
        path: inValues(each.path),
        ...(about && { about: about.map(inValues) }),
      })),
    );
  }
}
