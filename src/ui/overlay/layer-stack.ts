import { useEffect, useRef } from 'react';

/** A layer that is open: Back closes it, unless its opening is a step in the history. */
interface OpenLayer {
  close(): void;
  inAddress(): boolean;
}
const open: OpenLayer[] = [];

/** Whether the topmost layer is one that the history knows nothing of. */
export const hasClosableLayer = (): boolean => open.at(-1)?.inAddress() === false;
/** Closes the topmost layer, as the person would; it may ask first. */
export const closeTopLayer = (): void => open.at(-1)?.close();

const never = (): boolean => false;
/** Counts a layer among the open ones while it is drawn and `active`. */
export function useOpenLayer(
  close: () => void,
  {
    inAddress = never,
    active = true,
  }: { inAddress?: (() => boolean) | undefined; active?: boolean } = {},
): void {
  const latest = useRef({ close, inAddress });
  useEffect(() => {
    latest.current = { close, inAddress };
  });
  useEffect(() => {
    if (!active) return undefined;
    const layer: OpenLayer = {
      close: () => latest.current.close(),
      inAddress: () => latest.current.inAddress(),
    };
    open.push(layer);
    return () => {
      open.splice(open.indexOf(layer), 1);
    };
  }, [active]);
}
