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

/** What a group of people may do with the records of an object, in a sentence. */
export default function GrantTextView({ node }: WidgetViewProps<GrantTextProps>) {
  const object = textOf(node.props.object);
  const given = object === '' ? node.props.grant : partOf(node.props.grant, [object]);
  const fields = recordsOf(node.props.fields) as unknown as FieldDescribe[];
  return (
    <p className={node.props.muted === true ? styles.muted : styles.text}>
      {grantSentence(grantOf(given), fields)}
    </p>
  );
}
