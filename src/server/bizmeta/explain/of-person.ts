import type { DataOf, FieldDescribe, InputOf, ObjectGrant } from '../../../contract/index.ts';
import { grantSentence, OP_WORDS } from '../../../values/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { HeldGrant } from '../access/rights.ts';
import type { AccessAsker } from './access.ts';
import { explainedPerson, groupIdsOf, viaOf, type ExplainedPerson } from './person.ts';
import { deptTitles, titleIn, type DeptTitles } from './scope-texts.ts';

type Answer = DataOf<'bizmeta.authgroup.ofPerson'>;
type PersonObject = Answer['some'][number];
type Reach = 'all' | 'some' | 'none';

const OBJECTS = `SELECT o.api_name AS "apiName", o.label,
    coalesce(a.name, '') AS "appName", coalesce((SELECT jsonb_agg(jsonb_build_object(
      'id', f.api_name, 'apiName', f.api_name, 'label', f.label) ORDER BY f.ord)
      FROM bizmeta.field f WHERE f.tenant_id = o.tenant_id AND f.object_id = o.id
        AND f.removed_at IS NULL AND f.api_name = ANY($2)), '[]') AS fields
  FROM bizmeta.object o LEFT JOIN bizmeta.app a ON a.tenant_id = o.tenant_id AND a.id = o.app_id
  WHERE o.tenant_id = $1 AND o.deleted_at IS NULL AND o.parent_field IS NULL
    AND (a.id IS NULL OR a.deleted_at IS NULL) ORDER BY a.ord NULLS LAST, o.no`;
type Row = Omit<PersonObject, 'lines'> & {
  readonly fields: readonly { id: string; apiName: string; label: string }[];
};

/** What a person may do at all, object by object. Throws MEMBER_UNKNOWN. */
export async function accessOfPerson(
  { tx, people }: AccessAsker,
  { userId }: InputOf<'bizmeta.authgroup.ofPerson'>,
): Promise<Answer> {
  const person = await explainedPerson(tx, people, userId);
  const { id, realName, isSuper, access } = person;
  const objects = await objectsOf(tx, person);
  const having = (reach: Reach) =>
    objects.filter((each) => each.reach === reach).map(({ reach: _, ...object }) => object);
  return {
    person: { id, realName },
    basis: access ? 'groups' : isSuper ? 'administrator' : 'builder',
    all: having('all'),
    some: having('some'),
    none: having('none'),
  };
}

async function objectsOf(
  tx: TenantTx,
  { id, access }: ExplainedPerson,
): Promise<(PersonObject & { reach: Reach })[]> {
  const named = access?.allGrants() ?? [];
  const fields = new Set(named.flatMap(fieldsNamed));
  const rows = await tx.query<Row>(OBJECTS, [tx.tenant.id, [...fields]]);
  const depts = await deptTitles(tx, named);
  const via = await viaOf(tx, id, groupIdsOf(named));
  return rows.map(({ fields: _, ...row }, i) => ({
    ...row,
    ...reachOf(access, rows[i]!, depts, via),
  }));
}

/** Fields that a sentence about a grant names. */
const fieldsNamed = ({ grant }: HeldGrant): string[] => [
  ...Object.keys(grant.fields ?? {}),
  ...Object.values(grant.scope ?? {}).flatMap((scope) =>
    typeof scope === 'object' && 'through' in scope ? [scope.through] : [],
  ),
];

/** What the groups of a person give on one object, each in a sentence. */
function reachOf(
  access: ExplainedPerson['access'],
  object: Row,
  depts: DeptTitles,
  via: Awaited<ReturnType<typeof viaOf>>,
): Pick<PersonObject, 'lines'> & { reach: Reach } {
  if (!access || access.isOpen(object.apiName)) return { reach: 'all', lines: [] };
  const held = access.grantsOf(object.apiName);
  return {
    reach: access.opens(object.apiName) ? 'some' : 'none',
    lines: held.map((each, i) => ({
      id: each.groupId || `share-${i}`,
      words: wordsOf(each, object, depts, via),
    })),
  };
}

function wordsOf(
  { groupId, groupName, grant }: HeldGrant,
  { fields }: Row,
  depts: DeptTitles,
  via: Awaited<ReturnType<typeof viaOf>>,
): string {
  // What is shared has no group.
  if (groupId === '') return `分享的记录：可${grant.ops.map((op) => OP_WORDS[op]).join('、')}`;
  const sentence = grantSentence(grant as ObjectGrant, {
    fields: fields as unknown as FieldDescribe[],
    deptTitle: titleIn(depts),
    whole: true,
  });
  return `${groupName}（${(via.get(groupId) ?? []).join('、')}）：${sentence}`;
}
