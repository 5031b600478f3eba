import type { DefaultAccess, FieldType } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';

/** An object as groups speak of it. */
export interface GrantedObject {
  readonly id: string;
  readonly apiName: string;
  readonly label: string;
  readonly appId: string | null;
  readonly defaultAccess: DefaultAccess;
  readonly fields: readonly GrantedField[];
}
interface GrantedField {
  readonly id: string;
  readonly apiName: string;
  readonly label: string;
  readonly type: FieldType;
  /** The name of the object whose records its values name. */
  readonly refObject: string | null;
}

const OBJECTS = `SELECT o.id, o.api_name AS "apiName", o.label, o.app_id AS "appId",
    o.default_access AS "defaultAccess", coalesce((SELECT json_agg(json_build_object(
      'id', f.id, 'apiName', f.api_name, 'label', f.label, 'type', f.type, 'refObject',
      (SELECT t.api_name FROM bizmeta.object t WHERE t.tenant_id = f.tenant_id
        AND t.id = f.ref_object AND t.deleted_at IS NULL), 'fields', (SELECT json_agg(
          json_build_object('apiName', c.api_name, 'label', c.label, 'type', c.type))
        FROM bizmeta.object b JOIN bizmeta.field c ON c.tenant_id = b.tenant_id
          AND c.object_id = b.id AND c.removed_at IS NULL
        WHERE b.tenant_id = f.tenant_id AND b.parent_field = f.id)) ORDER BY f.ord)
      FROM bizmeta.field f WHERE f.tenant_id = o.tenant_id AND f.object_id = o.id
        AND f.removed_at IS NULL), '[]') AS fields
  FROM bizmeta.object o WHERE o.tenant_id = $1 AND o.deleted_at IS NULL
    AND o.parent_field IS NULL AND (o.id::text = ANY($2) OR o.api_name = ANY($3)) ORDER BY o.no`;

/** SQL of whether new objects of the company are open. */
export const NEW_OBJECTS = `coalesce((SELECT s.new_objects FROM bizmeta.access_setting s
  WHERE s.tenant_id = $1), 'all')`;

/** Objects by ids and names; those in the bin are not among them. */
export const grantedObjects = (
  tx: TenantTx,
  { ids = [], names = [] }: { ids?: readonly string[]; names?: readonly string[] },
): Promise<GrantedObject[]> => tx.query(OBJECTS, [tx.tenant.id, ids, names]);

const CHOICES = `SELECT o.api_name AS "apiName", o.label, o.default_access AS "defaultAccess",
    coalesce((SELECT json_agg(json_build_object('id', v.id, 'name', v.name) ORDER BY v.ord, v.id)
      FROM bizmeta.custom_view v WHERE v.tenant_id = o.tenant_id AND v.object_id = o.id
        AND v.scope <> 'personal' AND v.deleted_at IS NULL), '[]') AS views
  FROM bizmeta.object o LEFT JOIN bizmeta.app a ON a.tenant_id = o.tenant_id AND a.id = o.app_id
  WHERE o.tenant_id = $1 AND o.deleted_at IS NULL AND o.parent_field IS NULL
    AND ($2::text IS NULL OR o.app_id::text = $2) AND ($3::text IS NULL OR o.api_name = $3)
  ORDER BY a.ord NULLS LAST, o.no`;
interface ObjectChoice extends Pick<GrantedObject, 'apiName' | 'label' | 'defaultAccess'> {
  readonly views: { id: string; name: string }[];
}

/** The objects of an application, the one of a name, or all. */
export const objectChoices = (
  tx: TenantTx,
  { appId = null, apiName = null }: { appId?: string | null; apiName?: string | null },
): Promise<ObjectChoice[]> => tx.query(CHOICES, [tx.tenant.id, appId, apiName]);
