import { readContextIn } from '../activity/read-context.ts';
import {
  idempotent,
  type Context,
  type OpenContext,
  type Routes,
  type TenantTx,
} from '../../kernel/index.ts';
import type { UploadStore } from '../../storage/index.ts';
import type { Parts } from '../parts.ts';
import { addressLink, recordLinks } from './address-link.ts';
import { challengeForForm } from './captcha.ts';
import {
  resolveFormLink,
  loadPublishedForm,
  memberOf,
  requireFormAccess,
  type FormLink,
  type PublishedFormRow,
  type FormCredentials,
} from './form-link.ts';
import { uploadTo } from './files.ts';
import { lookupIn } from './lookup.ts';
import { mine } from './mine.ts';
import { openForm, unlock } from './open.ts';
import {
  changeLink,
  copyForm,
  createForm,
  deleteForm,
  formDetail,
  listForms,
  publishForm,
  stopForm,
  updateForm,
  type SaveContext,
} from './save.ts';
import { listOffers } from './offers.ts';
import { listSubmissions, submissionDetail, type SubmissionContext } from './submissions.ts';
import { previewForm } from './preview.ts';
import { submit } from './submit.ts';
import { enforceRateLimit, type FORM_LIMITS } from './rate-limit.ts';

const inSaveContext = <T>(
  { db, catalog }: Parts,
  ctx: Context,
  work: (making: SaveContext) => Promise<T>,
): Promise<T> => db.withTenant(ctx, (tx) => work({ tx, catalog, userId: ctx.userId }));

const inSubmissionContext = <T>(
  parts: Parts,
  ctx: Context,
  work: (context: SubmissionContext) => Promise<T>,
): Promise<T> => parts.db.withTenant(ctx, (tx) => work({ ...parts, tx, userId: ctx.userId }));

/** Smart forms: defined by builders, filled in by visitors with access. */
export function smartformRoutes(routes: Routes, parts: Parts, store: UploadStore): void {
  routes.route('bizmeta.smartform.list', ({ object }, ctx) =>
    inSaveContext(parts, ctx, (m) => listForms(m, object)),
  );
  routes.route('bizmeta.smartform.detail', ({ id }, ctx) =>
    inSaveContext(parts, ctx, (m) => formDetail(m, id)),
  );
  routes.route('bizmeta.smartform.create', (input, ctx) =>
    inSaveContext(parts, ctx, (m) =>
      idempotent(m.tx, ctx, 'bizmeta.smartform.create', input, () => createForm(m, input)),
    ),
  );
  routes.route('bizmeta.smartform.update', (input, ctx) =>
    inSaveContext(parts, ctx, (m) => updateForm(m, input)),
  );
  routes.route('bizmeta.smartform.preview', (input, ctx) =>
    inSaveContext(parts, ctx, (m) => previewForm(m, input)),
  );
  routes.route('bizmeta.smartform.copy', (input, ctx) =>
    inSaveContext(parts, ctx, (m) => copyForm(m, input)),
  );
  routes.route('bizmeta.smartform.publish', (input, ctx) =>
    inSaveContext(parts, ctx, (m) => publishForm(m, input)),
  );
  routes.route('bizmeta.smartform.stop', ({ id }, ctx) =>
    inSaveContext(parts, ctx, (m) => stopForm(m, id)),
  );
  routes.route('bizmeta.smartform.link', (input, ctx) =>
    inSaveContext(parts, ctx, (m) => changeLink(m, input)),
  );
  routes.route('bizmeta.smartform.delete', ({ id }, ctx) =>
    inSaveContext(parts, ctx, (m) => deleteForm(m, id)),
  );
  routes.route('bizmeta.form.addressLink', (input, ctx) =>
    inSaveContext(parts, ctx, (m) => addressLink(m, input)),
  );
  memberRoutes(routes, parts);
  publicRoutes(routes, parts, store);
}

function memberRoutes(routes: Routes, parts: Parts): void {
  routes.route('bizmeta.smartform.offers', ({ object }, ctx) =>
    inSubmissionContext(parts, ctx, (context) => listOffers(context, object)),
  );
  routes.route('bizmeta.record.links', (input, ctx) =>
    parts.db.withTenant(ctx, async (tx) => recordLinks(await readContextIn(tx, parts, ctx), input)),
  );
  routes.route('bizmeta.smartform.submissions', (input, ctx) =>
    inSubmissionContext(parts, ctx, (context) => listSubmissions(context, input)),
  );
  routes.route('bizmeta.smartform.submission', ({ id }, ctx) =>
    inSubmissionContext(parts, ctx, (context) => submissionDetail(context, id)),
  );
}

interface FormAccess {
  readonly tx: TenantTx;
  readonly link: FormLink;
  readonly form: PublishedFormRow;
  readonly member: string | null;
}

/**
 * Work in a published form, for visitors who may see it; rate-limited when `what` names
 * a limit.
 */
async function withFormAccess<T>(
  { db }: Parts,
  input: FormCredentials,
  ctx: OpenContext,
  what: keyof typeof FORM_LIMITS | undefined,
  work: (inside: FormAccess) => Promise<T>,
): Promise<T> {
  const link = await resolveFormLink(db, input.token, ctx);
  if (what) await enforceRateLimit(db, link, what, ctx);
  return db.withTenant(link, async (tx) => {
    const form = await loadPublishedForm(tx, link);
    const member = memberOf(ctx, link);
    requireFormAccess(form, member, input);
    return work({ tx, link, form, member });
  });
}

function publicRoutes(routes: Routes, parts: Parts, store: UploadStore): void {
  const { catalog } = parts;
  routes.openRoute('bizmeta.smartform.open', (input, ctx) => openForm(parts, input, ctx));
  routes.openRoute('bizmeta.smartform.unlock', (input, ctx) => unlock(parts, input, ctx));
  routes.openRoute('bizmeta.smartform.captcha', (input, ctx) =>
    withFormAccess(parts, input, ctx, 'captcha', ({ tx, link }) =>
      challengeForForm(tx, link, ctx.ip),
    ),
  );
  routes.openRoute('bizmeta.smartform.submit', (input, ctx) => submit(parts, input, ctx));
  routes.openRoute('bizmeta.smartform.mine', (input, ctx) =>
    withFormAccess(parts, input, ctx, 'lookup', ({ tx, form, member }) =>
      mine(parts, tx, form, member, input),
    ),
  );
  routes.openRoute('bizmeta.smartform.lookup', (input, ctx) =>
    withFormAccess(parts, input, ctx, 'lookup', async ({ tx, form }) =>
      lookupIn(tx, await catalog.enterWhole(tx, form.object), form, input),
    ),
  );
  routes.openRoute('bizmeta.smartform.upload', (input, ctx) => uploadTo(parts, store, input, ctx));
}
