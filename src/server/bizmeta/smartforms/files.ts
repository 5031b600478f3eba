import {
  ANONYMOUS_USER_ID,
  FORM_FILE_KEEP_HOURS,
  MAX_FORM_FILE_BYTES,
  problem,
  type AttachmentRef,
  type InputOf,
  type Problem,
  type RecordValues,
} from '../../../contract/index.ts';
import { AppError, netOf, type OpenContext, type TenantTx } from '../../kernel/index.ts';
import { upload, type UploadStore, type UploadRules } from '../../storage/index.ts';
import type { Parts } from '../parts.ts';
import {
  authorOf,
  resolveFormLink,
  loadPublishedForm,
  memberOf,
  requireFormAccess,
  stateOf,
  closedError,
  type PublishedFormRow,
} from './form-link.ts';
import { isFile, placedFields, type Placed } from './fields.ts';
import { kindOf } from '../fields/index.ts';
import { enforceRateLimit } from './rate-limit.ts';
import { requireUnusedSpace } from './unused-space.ts';

/**
 * A field of pictures takes those a browser can show; an attachment may be anything, as no part of
 * it is ever run.
 */
const takes = ({ field }: Placed): UploadRules => {
  const mimes = kindOf(field).files?.mimes as UploadRules['mimes'];
  return {
    maxBytes: MAX_FORM_FILE_BYTES,
    ...(mimes && {
      mimes,
      refuse: () =>
        new AppError('FILE_KIND', {
          label: field.label,
          expected: '图片（PNG、JPEG、WebP 或 GIF）',
        }),
    }),
  };
};

/** The forms' own sweep runs first. */
const SWEEP_HOURS = 24;

/**
 * Stores a file for one field of an open form; it can be used in a submission of this form and in
 * this field only.
 */
export async function uploadTo(
  { db, catalog }: Parts,
  store: UploadStore,
  input: InputOf<'bizmeta.smartform.upload'>,
  ctx: OpenContext,
): Promise<AttachmentRef> {
  const link = await resolveFormLink(db, input.token, ctx);
  const member = memberOf(ctx, link);
  await enforceRateLimit(db, link, 'upload', ctx);
  const { form, placed } = await db.withTenant(link, async (tx) => {
    const live = await loadPublishedForm(tx, link);
    const state = await stateOf(tx, live, member, input, Date.now());
    // A submission may be changed after the form has closed.
    if (state !== 'open' && (live.published.publish.allowEdit ?? 'none') === 'none')
      throw closedError(state);
    requireFormAccess(live, member, input);
    const { table } = await catalog.enterWhole(tx, live.object);
    return {
      form: live,
      placed: placedFields(live.published, table.describe).find(
        ({ field, item }) =>
          field.apiName === input.field && item.hidden !== true && item.readonly !== true,
      ),
    };
  });
  if (!placed || !isFile(placed.field.type)) throw new AppError('FORBIDDEN');
  const userId = authorOf(form, member);
  return upload(
    store,
    { tenant: link.tenant, request: ctx.request, userId },
    {
      ...takes(placed),
      keepHours: FORM_FILE_KEEP_HOURS + SWEEP_HOURS,
      // Visitors are counted by the network of their address.
      ...(userId === ANONYMOUS_USER_ID && { countedFor: `form ${netOf(ctx.ip)}` }),
      async note(tx, { fileId }) {
        await tx.run(
          `INSERT INTO bizmeta.form_file (tenant_id, file_id, form_id, field)
            VALUES ($1, $2, $3, $4)`,
          [tx.tenant.id, fileId, form.id, input.field],
        );
        if (userId === ANONYMOUS_USER_ID) await requireUnusedSpace(tx, form.id, store.quota);
      },
    },
  );
}

const idsIn = (value: unknown): string[] =>
  [value ?? []]
    .flat()
    .flatMap((each) =>
      typeof each === 'object' &&
      each !== null &&
      'fileId' in each &&
      typeof each.fileId === 'string'
        ? [each.fileId]
        : [],
    );

/** Whether all of them could be marked: each is there, unused, and named once. */
async function markUsed(
  tx: TenantTx,
  form: PublishedFormRow,
  field: string,
  ids: readonly string[],
): Promise<boolean> {
  const claimed = await tx.run(
    `UPDATE bizmeta.form_file SET used = true WHERE tenant_id = $1 AND form_id = $2::uuid
        AND field = $3 AND NOT used AND file_id = ANY($4)`,
    [tx.tenant.id, form.id, field, ids],
  );
  return claimed === new Set(ids).size && claimed === ids.length;
}

/**
 * Files of a submission were uploaded through this form, for this field, and are in no other
 * submission; files the record already has may stay. They belong to the record, which is written
 * in the same transaction: who reads them there may read them, and who uploaded them.
 */
export async function claimFiles(
  tx: TenantTx,
  form: PublishedFormRow,
  placed: readonly Placed[],
  values: RecordValues,
  kept: RecordValues,
  problems: Problem[],
): Promise<void> {
  for (const {
    field: { apiName, type },
  } of placed) {
    if (!isFile(type)) continue;
    const had = new Set(idsIn(kept[apiName]));
    const ids = idsIn(values[apiName]).filter((id) => !had.has(id));
    if (ids.length === 0) continue;
    if (!(await markUsed(tx, form, apiName, ids)))
      problems.push(problem(`/values/${apiName}`, 'FILE_UNKNOWN'));
  }
}
