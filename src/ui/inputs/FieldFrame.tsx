import type { ReactNode } from 'react';
import { errorId, helpId, labelId } from '../fields/input-props.ts';
import styles from './field.module.css';

export interface FieldFrameProps {
  id: string;
  label: string;
  hideLabel?: boolean | undefined;
  required?: boolean | undefined;
  /** Shown under the input. */
  help?: ReactNode;
  errors?: readonly string[] | undefined;
  className?: string | undefined;
  children: ReactNode;
}
function errorBox(id: string, errors: readonly string[]): ReactNode {
  return (
    <div id={errorId(id)} role="alert" className={styles.error}>
      {errors.map((error) => (
        <div key={error}>{error}</div>
      ))}
    </div>
  );
}
/**
 * Label above, input, then help and errors below: the one shape of every field. Errors are
 * announced when they appear; the input points at both by id (input-props). `fieldFrame` draws it
 * within the component that calls it: a field in a form is one component less.
 */
export function fieldFrame({
  id,
  label,
  hideLabel = false,
  required = false,
  help,
  errors = [],
  className = '',
  children,
}: FieldFrameProps): ReactNode {
  return (
    <div className={`${styles.field} ${className}`}>
      {!hideLabel && label && (
        <label
          id={labelId(id)}
          htmlFor={id}
          className={`${styles.label} ${required ? styles.required : ''}`}
        >
          {label}
        </label>
      )}
      {children}
      {errors.length > 0 && errorBox(id, errors)}
      {help && (
        <div id={helpId(id)} className={styles.help}>
          {help}
        </div>
      )}
    </div>
  );
}
export const FieldFrame = (props: FieldFrameProps): ReactNode => fieldFrame(props);
