import type { RecordShare } from '../../../contract/index.ts';
import { isoSql } from '../../kernel/index.ts';

/** Shares `s` with their subjects and who made them, to be selected from. */
export const SHARES = `bizmeta.record_share s
  LEFT JOIN upm.member u ON u.tenant_id = s.tenant_id AND u.user_id = s.user_id
  LEFT JOIN upm.dept d ON d.tenant_id = s.tenant_id AND d.id = s.dept_id
  LEFT JOIN upm.role r ON r.tenant_id = s.tenant_id AND r.id = s.role_id
  LEFT JOIN upm.work_group w ON w.tenant_id = s.tenant_id AND w.id = s.work_group_id
  LEFT JOIN upm.member m ON m.tenant_id = s.tenant_id AND m.user_id = s.created_by`;

/** What is answered of a share. */
export const SHARE_COLUMNS = `s.id, s.level, s.note, ${isoSql('s.expires_at')} AS "expiresAt",
  json_build_object('kind', CASE WHEN s.user_id IS NOT NULL THEN 'user' WHEN s.dept_id IS NOT NULL
      THEN 'dept' WHEN s.role_id IS NOT NULL THEN 'role' ELSE 'workGroup' END,
    'id', coalesce(s.user_id, s.dept_id, s.role_id, s.work_group_id),
    'name', coalesce(u.real_name, d.title, r.name, w.name)) AS subject,
  coalesce(m.real_name, '') AS "sharedBy", ${isoSql('s.created_at')} AS "sharedAt"`;

export type ShareRow = Omit<RecordShare, 'allFields' | 'subjects'>;

/** It has not ended. */
export const IN_FORCE = '(s.expires_at IS NULL OR s.expires_at > now())';
