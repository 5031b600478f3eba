import {
  problem,
  type DataOf,
  type FormState,
  type InputOf,
  type OpenedForm,
} from '../../../contract/index.ts';
import { closedFormPage, formPageKey, lockedFormPage } from '../../../page/index.ts';
import { AppError, type OpenContext, type TenantTx } from '../../kernel/index.ts';
import { verifyPassword } from '../../upm/index.ts';
import type { Parts } from '../parts.ts';
import {
  hashOf,
  resolveFormLink,
  loadPublishedForm,
  makePass,
  memberOf,
  stateOf,
  type PublishedFormRow,
} from './form-link.ts';
import { shownDescribe, shownFields, withObjectRules } from './fields.ts';
import { canReturn, mine } from './mine.ts';
import { openedForm, servedForm } from './opened.ts';
import { prefilled, type PrefilledForm } from './prefill.ts';
import { enforceRateLimit } from './rate-limit.ts';

type Input = InputOf<'bizmeta.smartform.open'>;

/** Opens a link: the page to fill in the form, or why it is not open and then nothing but its name. */
export async function openForm(parts: Parts, input: Input, ctx: OpenContext): Promise<OpenedForm> {
  const link = await resolveFormLink(parts.db, input.token, ctx);
  if (input.editKey !== undefined) await enforceRateLimit(parts.db, link, 'lookup', ctx);
  return parts.db.withTenant(link, async (tx) => {
    const form = await loadPublishedForm(tx, link);
    const member = memberOf(ctx, link);
    const state = await stateOf(tx, form, member, input, Date.now());
    if (state === 'stopped' || state === 'login' || state === 'password')
      return closed(form, state, input.token);
    const earlier = await earlierOf(parts, tx, form, member, input);
    if (earlier && !earlier.canEdit) return locked(form, state, input, earlier.flow);
    // A form that is closed may still be changed by who has submitted it.
    if (state !== 'open' && !earlier) return closed(form, state, input.token);
    const view = await parts.catalog.enterWhole(tx, form.object);
    // A submission that is changed has values of its own.
    const filled = await prefilled(tx, view, form.published, earlier ? {} : input.address);
    const published = filled.body;
    const describe = shownDescribe(
      form.name,
      published,
      view.table.describe,
      form.published_version,
    );
    return {
      ...openedForm(
        {
          name: form.name,
          formVersion: form.published_version,
          allowEdit: canBeChanged(form),
          flows: canReturn(form.published),
          published: withObjectRules(
            published,
            view.table.describe,
            shownFields(published, view.table.describe),
          ),
          describe,
        },
        {
          key: keyOf(input, filled.values),
          token: input.token,
          values: earlier?.values,
          version: earlier?.version,
        },
      ),
      state,
      labels: earlier?.labels ?? filled.labels,
    };
  });
}
/** Unsaved work is stored by page: a link with other values has work of its own. */
const keyOf = ({ token }: Input, given: PrefilledForm['values'] = {}): string =>
  Object.keys(given).length === 0
    ? formPageKey(token)
    : `${formPageKey(token)}v${hashOf(JSON.stringify(given)).toString('hex').slice(0, 16)}`;
const canBeChanged = ({ published: { publish } }: PublishedFormRow): boolean =>
  (publish.allowEdit ?? 'none') !== 'none';

function closed(form: PublishedFormRow, state: FormState, token: string): OpenedForm {
  const { startAt } = form.published.publish;
  const known = { state, name: form.name, ...(startAt && { startAt }) };
  return {
    state,
    name: form.name,
    page: servedForm(closedFormPage(known, formPageKey(token), token)),
  };
}

type Earlier = DataOf<'bizmeta.smartform.mine'>[number];
const UNKNOWN = { canEdit: false, flow: null } as const;

/** That an earlier submission cannot be changed, and where its approval is. */
const locked = (
  form: PublishedFormRow,
  state: FormState,
  input: Input,
  flow: Earlier['flow'],
): OpenedForm => ({
  state,
  name: form.name,
  page: servedForm(lockedFormPage(form.name, keyOf(input), flow)),
});

/** The submission that is to be changed; one that cannot be when it is not found by its key. */
async function earlierOf(
  parts: Parts,
  tx: TenantTx,
  form: PublishedFormRow,
  member: string | null,
  input: Input,
): Promise<Earlier | (typeof UNKNOWN & Partial<Earlier>) | null> {
  if (input.editKey === undefined) return null;
  const [found] = await mine(parts, tx, form, member, input);
  return found ?? UNKNOWN;
}

/** Issues a pass for the form's password. Attempts are counted before the password is checked. */
export async function unlock(
  { db }: Parts,
  { token, password }: InputOf<'bizmeta.smartform.unlock'>,
  ctx: OpenContext,
): Promise<{ pass: string }> {
  const link = await resolveFormLink(db, token, ctx);
  await enforceRateLimit(db, link, 'password', ctx);
  const form = await db.withTenant(link, (tx) => loadPublishedForm(tx, link));
  if (
    form.published.publish.mode !== 'password' ||
    !(await verifyPassword(db, form.password_hash, password))
  )
    throw new AppError(
      'FORM_PASSWORD_WRONG',
      {},
      { errors: [problem('/password', 'FORM_PASSWORD_WRONG')] },
    );
  return { pass: makePass(form, Date.now()) };
}
