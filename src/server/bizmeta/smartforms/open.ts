import { problem, type InputOf, type OpenedForm } from '../../../contract/index.ts';
import { AppError, type OpenContext } from '../../kernel/index.ts';
import { verifyPassword } from '../../upm/index.ts';
import type { Parts } from '../parts.ts';
import { resolveFormLink, loadPublishedForm, makePass, memberOf, stateOf } from './form-link.ts';
import { shownBody, shownDescribe } from './fields.ts';
import { enforceRateLimit } from './rate-limit.ts';

/** Opens a link: the form, or why it is not open and then nothing but its name. */
export async function openForm(
  { db, catalog }: Parts,
  input: InputOf<'bizmeta.smartform.open'>,
  ctx: OpenContext,
): Promise<OpenedForm> {
  const link = await resolveFormLink(db, input.token, ctx);
  return db.withTenant(link, async (tx) => {
    const form = await loadPublishedForm(tx, link);
    const state = await stateOf(tx, form, memberOf(ctx, link), input, Date.now());
    const { publish } = form.published;
    const allowEdit = (publish.allowEdit ?? 'none') !== 'none';
    if (state === 'stopped' || state === 'login' || state === 'password')
      return { state, name: form.name };
    // A visitor who may still change a submission needs the form itself.
    if (state !== 'open' && !allowEdit)
      return {
        state,
        name: form.name,
        ...(state === 'notBegun' && publish.startAt && { startAt: publish.startAt }),
      };
    const { table } = await catalog.enterObject(tx, form.object);
    const { text, redirect, again } = publish.successPage ?? {};
    return {
      state,
      name: form.name,
      formVersion: form.published_version,
      captcha: publish.captcha === true,
      allowEdit,
      body: shownBody(form.published),
      describe: shownDescribe(form.name, form.published, table.describe, form.published_version),
      success: {
        ...(text && { text }),
        ...(redirect && { redirect }),
        ...(again !== undefined && { again }),
      },
      ...(state === 'notBegun' && publish.startAt && { startAt: publish.startAt }),
    };
  });
}

/** Issues a pass for the form's password. Attempts are counted before the password is checked. */
export async function unlock(
  { db }: Parts,
  { token, password }: InputOf<'bizmeta.smartform.unlock'>,
  ctx: OpenContext,
): Promise<{ pass: string }> {
  const link = await resolveFormLink(db, token, ctx);
  await enforceRateLimit(db, link, 'password', ctx.ip);
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
