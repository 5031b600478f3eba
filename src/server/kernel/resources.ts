import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Folder of data files that belong to a module. In the sources it lies beside the module (`source`,
 * relative to it); the server's build copies it beside the one bundled file (`bundled`). `kind` is
 * an ending the right folder contains.
 */
export function resourceDir(
  moduleUrl: string,
  source: string,
  bundled: string,
  kind: string,
): string {
  const places = [source, bundled].map((place) => fileURLToPath(new URL(place, moduleUrl)));
  const found = places.find(
    (place) => existsSync(place) && readdirSync(place).some((name) => name.endsWith(kind)),
  );
  if (!found) throw new Error(`no *${kind} in ${places.join(' or ')}`);
  return found;
}
