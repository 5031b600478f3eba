import type { FieldDescribe, FormEffect } from '../../src/contract/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { conditionSentence, recordsOf, ruleSentence, textOf } from '../../src/values/index.ts';
import type { RuleTextProps } from './index.ts';
import styles from './View.module.css';

/** What is chosen of an effect so far: one that was just added has no fields. */
const effectsOf = (given: unknown): FormEffect[] =>
  recordsOf(given).map((effect) => ({ targets: [], ...effect }) as unknown as FormEffect);

/** A rule, or a condition alone, in Chinese. */
export default function RuleTextView({ node }: WidgetViewProps<RuleTextProps>) {
  const { then } = node.props;
  const fields = recordsOf(node.props.fields) as unknown as FieldDescribe[];
  const when = textOf(node.props.when);
  const text =
    then === undefined || then === null
      ? conditionSentence(when, fields)
      : ruleSentence({ when, then: effectsOf(then) }, fields);
  return <p className={node.props.muted === true ? styles.muted : styles.text}>{text}</p>;
}
