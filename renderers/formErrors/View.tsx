import { useEffect, useRef } from 'react';
import { asForm, type FormError, type FieldModel } from '../../src/runtime/models/index.ts';
import { useFrozenWhilePointerDown } from '../../src/ui/hooks/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { textOf } from '../../src/values/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { Stale } from './Stale.tsx';
import { Way } from './Way.tsx';
import type { FormErrorsProps } from './index.ts';
import styles from './View.module.css';

/**
 * More than this many are counted, not listed: the list is a way to the fields, not a second form.
 */
const MOST_LISTED = 8;

/** Fields that were taken over from others, until the form is saved. */
const Taken = ({ fields }: { fields: readonly FieldModel[] }) => (
  <p role="status" className={styles.taken}>
    已采用对方的修改：
    {fields.map((field, at) => (
      <span key={field.path}>
        {at > 0 && '、'}
        <Way field={field} />
      </span>
    ))}
  </p>
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
  if (form.stale) return <Stale form={form} ports={node.ports} />;
  return (
    <>
      {shown || null}
      {form.taken.length > 0 && <Taken fields={form.taken} />}
    </>
  );
}
