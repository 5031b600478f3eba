import { useEffect, useState } from 'react';
import { namesRecord, type FieldDescribe, type ObjectDescribe } from '../../contract/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { listFields, relatedFields } from '../../values/index.ts';

const NONE: readonly FieldDescribe[] = [];

const loadRelated = (describe: ObjectDescribe, ports: EnginePorts) =>
  Promise.all(
    listFields(describe)
      .filter(({ type, refObject }) => namesRecord(type) && refObject !== undefined)
      .map((lookup) =>
        ports.describe(lookup.refObject!).then(
          (other) => relatedFields(lookup, other),
          () => NONE,
        ),
      ),
  );

/**
 * Fields of the records that an object's lookups name; none until they are loaded, or while they
 * are not wanted. An object the person does not see has none.
 */
export function useRelatedFields(
  describe: ObjectDescribe | null,
  ports: EnginePorts,
  wanted: boolean,
): readonly FieldDescribe[] {
  const [loaded, setLoaded] = useState({ of: null as ObjectDescribe | null, fields: NONE });
  useEffect(() => {
    if (!wanted || describe === null) return undefined;
    let stays = true;
    void loadRelated(describe, ports).then((fields) => {
      if (stays) setLoaded({ of: describe, fields: fields.flat() });
    });
    return () => {
      stays = false;
    };
  }, [describe, ports, wanted]);
  return loaded.of === describe ? loaded.fields : NONE;
}
