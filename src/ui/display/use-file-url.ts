import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import type { PictureEdge } from '../../contract/index.ts';
import { type EnginePorts, onBeforePrint } from '../../runtime/ports/index.ts';

type Ports = Pick<EnginePorts, 'bytes'>;
interface Held {
  url: Promise<string>;
  users: number;
  timer: ReturnType<typeof setTimeout> | null;
}
/**
 * Files on the screen, by the ports they belong to. An object URL is retained while it is shown and
 * a moment longer, so that a list that is rendered again fetches nothing twice.
 */
const held = new WeakMap<Ports, Map<string, Held>>();
const KEPT_MS = 30_000;
/**
 * How far below the screen a picture is fetched ahead, in pixels: there before it is scrolled to.
 */
const AHEAD = '300px';

const keyOf = (fileId: string, edge: PictureEdge | undefined): string =>
  edge === undefined ? fileId : `${fileId} ${edge}`;
function take(ports: Ports, fileId: string, edge: PictureEdge | undefined): Held {
  const files = held.get(ports) ?? new Map<string, Held>();
  held.set(ports, files);
  const key = keyOf(fileId, edge);
  const known = files.get(key) ?? {
    url: ports
      .bytes(fileId, edge === undefined ? {} : { edge })
      .then((blob) => URL.createObjectURL(blob)),
    users: 0,
    timer: null,
  };
  files.set(key, known);
  // A failed fetch is tried again next time.
  known.url.catch(() => {
    if (files.get(key) === known) files.delete(key);
  });
  if (known.timer) clearTimeout(known.timer);
  known.users += 1;
  return known;
}
function leave(ports: Ports, key: string, known: Held): void {
  known.users -= 1;
  if (known.users > 0) return;
  known.timer = setTimeout(() => {
    held.get(ports)?.delete(key);
    known.url.then(
      (url) => URL.revokeObjectURL(url),
      () => undefined,
    );
  }, KEPT_MS);
}

/**
 * True once the element is about to come into view; at once where a browser cannot observe that.
 */
function useNear(box: RefObject<Element | null>, on: boolean): boolean {
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (!on || near || !box.current) return undefined;
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: AHEAD },
    );
    watch.observe(box.current);
    const stop = onBeforePrint(() => setNear(true));
    return () => {
      watch.disconnect();
      stop();
    };
  }, [box, on, near]);
  return near || !on;
}

/**
 * The object URL of a stored file for an <img>: files are fetched with the session's headers, which
 * <img src> cannot send, and not before `box` is about to come into view. `edge` asks for a
 * scaled-down picture. Undefined while loading, null when it cannot be fetched.
 */
export function useFileUrl(
  ports: Ports | undefined,
  fileId: string,
  edge: PictureEdge | undefined,
  box: RefObject<Element | null>,
): string | null | undefined {
  const key = keyOf(fileId, edge);
  const [got, setGot] = useState<{ key: string; url: string | null } | null>(null);
  const near = useNear(box, edge !== undefined);
  useEffect(() => {
    if (!ports || !near) return undefined;
    let gone = false;
    const file = take(ports, fileId, edge);
    file.url.then(
      (url) => {
        if (!gone) setGot({ key, url });
      },
      () => {
        if (!gone) setGot({ key, url: null });
      },
    );
    return () => {
      gone = true;
      leave(ports, key, file);
    };
  }, [ports, fileId, edge, key, near]);
  return got?.key === key ? got.url : undefined;
}
