import { useEffect, useRef } from 'react';
import { asForm, type FormError, type FieldModel } from '../../src/runtime/models/index.ts';
import { useFrozenWhilePointerDown } from '../../src/ui/hooks/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { textOf } from '../../src/values/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import type { FormErrorsProps } from './index.ts';
import styles from './View.module.css';

/**
 * More than this many are counted, not listed: the list is a way to the fields, not a second form.
 */
const MOST_LISTED = 8;

/**
 * A concurrent update: explains it where it is seen, and offers to load the changes without losing
 * one's own.
 */
function Stale({ onAdopt }: { onAdopt(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.scrollIntoView?.({ block: 'nearest' });
    button.current?.focus();
  }, []);
  return (
    <div role="alert" className={`${styles.box} ${styles.stale}`}>
      <div className={styles.title}>
        <Icon name="exclamation-circle" />
        内容已被他人修改，未作保存
      </div>
      <div className={styles.words}>载入最新内容后，您的修改会保留，可以再次保存。</div>
      <button ref={button} type="button" className={styles.adopt} onClick={onAdopt}>
        载入最新内容
      </button>
    </div>
  );
}

const Way = ({ field }: { field: FieldModel }) => (
  <button type="button" className={styles.link} onClick={() => field.focus()}>
    {field.fullName}
  </button>
);

/** An error of the form as a whole, and links to the fields where it can be fixed. */
function Whole({ complaint: { text, fields } }: { complaint: FormError }) {
  return (
    <li>
      {text}
      {fields.length > 0 && (
        <span className={styles.ways}>
          （请查看{' '}
          {fields.map((field, at) => (
            <span key={field.path}>
              {at > 0 && '、'}
              <Way field={field} />
            </span>
          ))}
          ）
        </span>
      )}
    </li>
  );
}

/** Nothing is wrong at any field: the list itself is what has to be seen. */
function useInSight(on: boolean) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (on) box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [on]);
  return box;
}

/**
 * The errors of a form, each a link to its field. Nothing while there is none, and nothing before
 * the first save: until then each field shows its own, and the form does not move while it is
 * filled in.
 */
export default function FormErrorsView({ node }: WidgetViewProps<FormErrorsProps>) {
  const form = asForm(node.bound);
  const { failing, checked, formErrors: complaints } = form;
  const box = useInSight(complaints.length > 0 && failing.length === 0);
  const count = failing.length + complaints.length;
  const list = checked && count > 0 && (
    <div ref={box} role="alert" className={styles.box}>
      <div className={styles.title}>
        <Icon name="exclamation-circle" />
        {textOf(node.props.title) || `有 ${count} 处需要更正`}
      </div>
      <ul className={styles.list}>
        {complaints.map((complaint, at) => (
          <Whole key={`${at} ${complaint.text}`} complaint={complaint} />
        ))}
        {failing.slice(0, MOST_LISTED).map((field) => (
          <li key={field.path}>
            <Way field={field} />：{field.errors[0]}
          </li>
        ))}
      </ul>
      {failing.length > MOST_LISTED && (
        <div className={styles.more}>另有 {failing.length - MOST_LISTED} 处</div>
      )}
    </div>
  );
  const shown = useFrozenWhilePointerDown(list);
  if (form.stale) return <Stale onAdopt={() => form.rebaseOnLatest()} />;
  return shown || null;
}
