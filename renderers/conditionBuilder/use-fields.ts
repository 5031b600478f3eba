import { useEffect, useMemo, useState } from 'react';
import type { FieldDescribe } from '../../src/contract/index.ts';
import { askedFields, operatorsOf, recordsOf, textOf } from '../../src/values/index.ts';
import type { EnginePorts } from '../../src/runtime/ports/index.ts';

const isField = (value: Record<string, unknown>): boolean =>
  typeof value['apiName'] === 'string' &&
  typeof value['type'] === 'string' &&
  typeof value['label'] === 'string';
const NONE: readonly FieldDescribe[] = [];

/** The fields conditions are about: those given, or the object's, which are fetched. */
export function useFields(
  given: unknown,
  object: unknown,
  ports: EnginePorts,
): readonly FieldDescribe[] {
  const name = textOf(object);
  const [loaded, setLoaded] = useState<{ name: string; fields: readonly FieldDescribe[] }>({
    name: '',
    fields: NONE,
  });
  useEffect(() => {
    if (name === '') return undefined;
    let left = false;
    ports.describe(name).then(
      (describe) => {
        if (!left)
          setLoaded({
            name,
            fields: askedFields(describe).filter((field) => operatorsOf(field.type).length > 0),
          });
      },
      (failure: unknown) => {
        if (!left) ports.showFailure(failure);
      },
    );
    return () => {
      left = true;
    };
  }, [name, ports]);
  const own = useMemo(
    () => recordsOf(given).filter(isField) as unknown as FieldDescribe[],
    [given],
  );
  if (name === '') return own;
  return loaded.name === name ? loaded.fields : NONE;
}
