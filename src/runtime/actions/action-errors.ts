import type { FormModelImpl } from '../models/form.ts';
import { problemsOf } from '../models/form-save.ts';

/**
 * Puts a failed call's problems on the form's fields; `at` is the path of the form's values in the
 * call's input. Returns true when every problem found a field.
 */
export function applyActionErrors(form: FormModelImpl, failure: unknown, at: string): boolean {
  if (form.setVersionConflict(failure)) return true;
  const problems = problemsOf(failure);
  if (problems.length === 0) return false;
  const within = (path: string): string =>
    path === at || path.startsWith(`${at}/`) ? path.slice(at.length) : path;
  const inside = problems.map((problem) => ({
    ...problem,
    path: within(problem.path),
    ...(problem.about && { about: problem.about.map(within) }),
  }));
  const left = form.applyServerErrors(inside);
  form.focusFirstError();
  return left.length === 0;
}
