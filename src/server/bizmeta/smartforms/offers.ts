import type { FormOffer } from '../../../contract/index.ts';
import { stateOf, type PublishedFormRow } from './form-link.ts';
import { FORMS } from './row.ts';
import type { SubmissionContext } from './submissions.ts';

/** Most forms offered at once; no one reads through more. */
const MOST = 200;
type Row = PublishedFormRow & { object_label: string; app_id: string | null; mine: number };

/** Published forms for members, with their state for the user: open ones first, newest first. */
export async function listOffers(
  { tx, userId }: SubmissionContext,
  object: string | undefined,
): Promise<FormOffer[]> {
  const rows = await tx.query<Row>(
    `SELECT q.*, o.label AS object_label, o.app_id, (SELECT count(*)::int
    FROM bizmeta.form_submission s WHERE s.tenant_id = $1 AND s.form_id = q.id
    AND s.user_id = $2) AS mine
    FROM (${FORMS}) q JOIN bizmeta.object o ON o.tenant_id = $1 AND o.id = q.object_id
    WHERE q.status = 'published' AND q.is_open AND q.published->'publish'->>'mode' = 'member'
      AND ($3::text IS NULL OR q.object = $3) ORDER BY q.id DESC LIMIT ${MOST}`,
    [tx.tenant.id, userId, object ?? null],
  );
  const offers: FormOffer[] = [];
  for (const row of rows) {
    const state = await stateOf(tx, row, userId, { token: '' }, Date.now());
    offers.push(offerOf(row, state));
  }
  return offers.sort((a, b) => Number(b.state === 'open') - Number(a.state === 'open'));
}

function offerOf(row: Row, state: FormOffer['state']): FormOffer {
  const { terminal, publish } = row.published;
  return {
    id: row.id,
    name: row.name,
    object: row.object,
    objectLabel: row.object_label,
    appId: row.app_id,
    terminal,
    state,
    startAt: publish.startAt || null,
    endAt: publish.endAt || null,
    mine: row.mine,
  };
}
