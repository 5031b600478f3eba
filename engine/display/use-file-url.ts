import { useEffect, useState } from 'react';
import type { EnginePorts } from '../ports.ts';

type Ports = Pick<EnginePorts, 'bytes'>;
interface Held { url: Promise<string>; users: number; timer: ReturnType<typeof setTimeout> | null }
/** Files on the screen, by whose they are. An address stays while somebody shows it and a moment longer: a list drawn anew fetches nothing twice. */
const held = new WeakMap<Ports, Map<string, Held>>();
const KEPT_MS = 30_000;

function take(ports: Ports, fileId: string): Held {
  const files = held.get(ports) ?? new Map<string, Held>();
  held.set(ports, files);
  const known = files.get(fileId) ?? { url: ports.bytes(fileId).then((blob) => URL.createObjectURL(blob)), users: 0, timer: null };
  files.set(fileId, known);
  // One that could not be fetched is asked for anew next time.
  known.url.catch(() => { if (files.get(fileId) === known) files.delete(fileId); });
  if (known.timer) clearTimeout(known.timer);
  known.users += 1;
  return known;
}
function leave(ports: Ports, fileId: string, known: Held): void {
  known.users -= 1;
  if (known.users > 0) return;
  known.timer = setTimeout(() => {
    held.get(ports)?.delete(fileId);
    known.url.then((url) => URL.revokeObjectURL(url), () => undefined);
  }, KEPT_MS);
}

/** The address of a stored file's bytes for an <img>: files are fetched with the session's headers, which <img src> cannot send. Undefined while on its way, null when it cannot be had. */
export function useFileUrl(ports: Ports | undefined, fileId: string): string | null | undefined {
  const [got, setGot] = useState<{ fileId: string; url: string | null } | null>(null);
  useEffect(() => {
    if (!ports) return undefined;
    let gone = false;
    const file = take(ports, fileId);
    file.url.then((url) => { if (!gone) setGot({ fileId, url }); }, () => { if (!gone) setGot({ fileId, url: null }); });
    return () => { gone = true; leave(ports, fileId, file); };
  }, [ports, fileId]);
  return got?.fileId === fileId ? got.url : undefined;
}
