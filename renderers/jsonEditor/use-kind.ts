import { useEffect, useState } from 'react';
import type { Schema as JsonSchema } from '../../src/studio/code/index.ts';
import type { DocumentKind, EnginePorts } from '../../src/runtime/ports/index.ts';

/** The services of a kind of document; null until they are loaded, and for an unknown kind. */
export function useKind(name: string, ports: EnginePorts): DocumentKind | null {
  const [found, setFound] = useState<{ name: string; kind: DocumentKind | null } | null>(null);
  useEffect(() => {
    if (!name || !ports.documentKind) return undefined;
    let stays = true;
    ports.documentKind(name).then(
      (kind) => {
        if (stays) setFound({ name, kind });
      },
      () => undefined,
    );
    return () => {
      stays = false;
    };
  }, [name, ports]);
  return found?.name === name ? found.kind : null;
}
export const schemaOf = (given: unknown, kind: DocumentKind | null): JsonSchema | null =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
    ? (given as JsonSchema)
    : ((kind?.schema as JsonSchema | undefined) ?? null);
