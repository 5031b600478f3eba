import { useEffect, useState } from 'react';
import { useStable } from '../../src/ui/hooks/index.ts';
import type { EnginePorts } from '../../src/runtime/ports/index.ts';

const NONE: readonly unknown[] = [];
/**
 * What a call gave for a name; nothing before it has, or when it fails: then there is nothing to
 * choose.
 */
function useFetched(
  name: string,
  fetch: (name: string) => Promise<readonly unknown[]>,
): { loading: boolean; found: readonly unknown[] } {
  const ask = useStable(fetch);
  const [got, setGot] = useState<{ name: string; found: readonly unknown[] } | null>(null);
  useEffect(() => {
    if (name === '') return undefined;
    let stays = true;
    const take = (found: readonly unknown[]): void => {
      if (stays) setGot({ name, found });
    };
    ask(name).then(take, () => take(NONE));
    return () => {
      stays = false;
    };
  }, [name, ask]);
  return got?.name === name
    ? { loading: false, found: got.found }
    : { loading: name !== '', found: NONE };
}
/** Fields of an object that are not given. */
export const useFieldsOf = (object: string, ports: EnginePorts) =>
  useFetched(object, async (name) => (await ports.describe(name)).fields);
/** Lookups that point to an object. */
export const useReferrers = (object: string, ports: EnginePorts) =>
  useFetched(
    object,
    async (apiName) =>
      (await ports.call('bizmeta.describe.referrers', { apiName })) as readonly unknown[],
  );
