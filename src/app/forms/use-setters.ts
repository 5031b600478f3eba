import { reaction } from 'mobx';
import { useEffect } from 'react';
import type { FieldDescribe } from '../../contract/index.ts';
import type { PageScope } from '../../runtime/scope/index.ts';
import type { FormLogic } from '../../page/index.ts';
import { fillerOf } from './form-ports.ts';

const same = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * What rules set, clear and lock, done while one fills in, by the very code the server does it
 * with: what is seen is what is written.
 */
export function useSetters(
  scope: PageScope | null,
  logic: FormLogic | null,
  fields: readonly FieldDescribe[],
): void {
  useEffect(() => {
    const form = scope?.forms.get('record');
    if (!form || !logic) return undefined;
    const defaults = Object.fromEntries(
      fields.map(({ apiName, defaultValue }) => [apiName, defaultValue ?? null]),
    );
    return reaction(
      () => form.values(),
      (values) => {
        if (form.status !== 'ready') return;
        const settled = logic.evaluate(values, form.context(), fillerOf(scope!.ports), {
          ...defaults,
          ...form.loaded,
        });
        for (const [name, value] of Object.entries(settled.values))
          if (form.hasField(name) && !same(value, values[name]))
            form.field(name).set(value ?? undefined);
      },
      { fireImmediately: true },
    );
  }, [scope, logic, fields]);
}
