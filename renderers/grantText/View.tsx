import type { FieldDescribe, ObjectGrant } from '../../src/contract/index.ts';
import { grantSentence, isRecord, partOf, recordsOf, textOf } from '../../src/values/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import type { GrantTextProps } from './index.ts';
import styles from './View.module.css';

/** The grant as it is stored; what was begun in an editor may lack parts. */
function grantOf(given: unknown): ObjectGrant | undefined {
  if (!isRecord(given)) return undefined;
  const { ops, scope, fields } = given;
  return {
    ops: Array.isArray(ops) ? (ops as ObjectGrant['ops']) : [],
    ...(isRecord(scope) && { scope: scope as ObjectGrant['scope'] }),
    ...(isRecord(fields) && { fields: fields as ObjectGrant['fields'] }),
  };
}

/** Objects named one by one before the rest is only counted. */
const MAX_TOLD = 4;

/** Of several objects the fields are not named. */
const NO_FIELDS = { fields: [] };
/** Of each object that something is granted on. */
function Several({
  grants,
  objects,
}: {
  grants: unknown;
  objects: readonly Record<string, unknown>[];
}) {
  const granted = objects.filter(({ apiName }) => partOf(grants, [textOf(apiName)]) !== undefined);
  if (granted.length === 0) return <>没有权限</>;
  return (
    <>
      {granted.slice(0, MAX_TOLD).map(({ apiName, label }) => (
        <span key={textOf(apiName)} className={styles.line}>
          {`${textOf(label)}：${grantSentence(grantOf(partOf(grants, [textOf(apiName)])), NO_FIELDS)}`}
        </span>
      ))}
      {granted.length > MAX_TOLD && (
        <span className={styles.line}>{`等 ${granted.length} 个对象`}</span>
      )}
    </>
  );
}

/** What a group of people may do with the records of an object, or of several, in a sentence each. */
export default function GrantTextView({ node }: WidgetViewProps<GrantTextProps>) {
  const { grant, several, muted, small } = node.props;
  const object = textOf(node.props.object);
  const look = `${muted === true ? styles.muted : styles.text} ${small === true ? styles.small : ''}`;
  if (Array.isArray(several))
    return (
      <p className={look}>
        <Several grants={grant} objects={recordsOf(several)} />
      </p>
    );
  const given = object === '' ? grant : partOf(grant, [object]);
  const fields = recordsOf(node.props.fields) as unknown as FieldDescribe[];
  return <p className={look}>{grantSentence(grantOf(given), { fields })}</p>;
}
