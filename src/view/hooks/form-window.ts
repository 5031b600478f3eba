import { useEffect, useMemo } from 'react';
import { FormModelImpl } from '../../runtime/models/index.ts';
import { useRuntime } from '../context/context.ts';
import { domIdOf } from '../context/dom-id.ts';
import { FormWindow } from '../window/form-window.ts';
import { longForms } from '../window/long-forms.ts';
import type { NodeHandle } from '../kit/types.ts';

/**
 * The window of the form this node is bound to, for FormWindowContext around its content. Null when
 * the form is short, when it shall not be windowed, or where the browser cannot report what is near
 * the screen: then all of it is mounted.
 */
export function useFormWindow(node: NodeHandle<unknown>, wanted: boolean): FormWindow | null {
  const { scope, registry } = useRuntime();
  const form = node.bound;
  const on = wanted && typeof IntersectionObserver === 'function';
  const made = useMemo(() => {
    if (!on || !(form instanceof FormModelImpl)) return null;
    const name = [...scope.forms].find(([, each]) => each === form)?.[0];
    return name !== undefined && longForms(scope.page, registry).has(name)
      ? new FormWindow(name, form, (id) => domIdOf(scope, id, 'input'))
      : null;
  }, [on, form, scope, registry]);
  useEffect(() => made?.open(), [made]);
  return made;
}
