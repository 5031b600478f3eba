import { useEffect, useState } from 'react';
import type { CSSProperties, RefObject } from 'react';

/**
 * What the trial's page takes for its screen: as wide as asked, as high as there is room, drawn
 * smaller where it does not fit.
 */
export function useScreen(
  stage: RefObject<HTMLElement | null>,
  width: number,
  on: boolean,
): CSSProperties | undefined {
  const [room, setRoom] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    const element = stage.current;
    if (!on || !element || typeof ResizeObserver !== 'function') return undefined;
    const sizes = new ResizeObserver(() =>
      setRoom({ width: element.clientWidth, height: element.clientHeight }),
    );
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [stage, on]);
  if (!on) return { maxWidth: width || undefined };
  if (!room || room.width === 0) return undefined;
  const scale = width > room.width ? room.width / width : 1;
  const wide = width || room.width;
  return {
    width: wide,
    height: room.height / scale,
    marginLeft: Math.max(0, (room.width - wide * scale) / 2),
    overflow: 'auto',
    transform: `scale(${scale})`,
    transformOrigin: '0 0',
  };
}
