import type { FormBody, FormStatus, SmartForm, SmartFormHead } from '../../../contract/index.ts';
import { formChanges } from '../../../page/index.ts';
import { isOpenSql } from '../meta/open-object.ts';

export interface FormRow {
  id: string;
  object: string;
  object_id: string;
  /** Everybody may use the object. */
  is_open: boolean;
  name: string;
  status: FormStatus;
  body: FormBody;
  published: FormBody | null;
  published_version: number;
  password_hash: string | null;
  secret: string;
  submits: number;
  version: number;
  token: string | null;
  /** Who made it. */
  created_by: string;
  /** Who published it with an approval: visitors' submissions start it in this person's name. */
  flow_starter: string | null;
  updated_at: Date | string;
}
/** SQL of forms that are not deleted, of objects that are not deleted. */
export const FORMS = `SELECT f.id, f.object_id, f.name, f.status, f.body, f.published,
  f.published_version, f.password_hash, f.secret, f.submits, f.version, f.created_by,
  f.flow_starter, f.updated_at, l.token,
  o.api_name AS object, ${isOpenSql('o')} AS is_open
  FROM bizmeta.smart_form f JOIN bizmeta.object o ON o.tenant_id = f.tenant_id
    AND o.id = f.object_id LEFT JOIN bizmeta.form_link l ON l.tenant_id = f.tenant_id
    AND l.form_id = f.id
  WHERE f.tenant_id = current_setting('huozi.tenant') AND f.deleted_at IS NULL
    AND o.deleted_at IS NULL`;

const headOf = (row: FormRow) => ({
  id: row.id,
  object: row.object,
  name: row.name,
  status: row.status,
  mode: row.body.publish.mode,
  publishedVersion: row.published_version,
  version: row.version,
  submits: row.submits,
  changed: row.published !== null && formChanges(row.published, row.body, []).length > 0,
  token: row.token,
  updatedAt: new Date(row.updated_at).toISOString(),
});
export const listed = (row: FormRow): SmartFormHead => {
  const {
    terminal,
    publish: { startAt, endAt, maxSubmits },
  } = row.body;
  return {
    ...headOf(row),
    terminal,
    startAt: startAt ?? null,
    endAt: endAt ?? null,
    maxSubmits: maxSubmits ?? null,
  };
};
export const formOf = (row: FormRow): SmartForm => ({
  ...headOf(row),
  ...row.body,
  hasPassword: row.password_hash !== null,
});
