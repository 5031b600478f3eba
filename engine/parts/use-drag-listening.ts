import { useEffect } from 'react';

/**
 * Hears a drag wherever the pointer goes: `move` each time, `end` with the release, or with null when it was called off
 * (Escape while `isOn`, a gesture the system took over). Both stay the same functions.
 */
export function useDragListening(isOn: () => boolean, move: (event: PointerEvent) => void, end: (event: PointerEvent | null) => void): void {
  useEffect(() => {
    const cancel = () => end(null);
    const key = (event: KeyboardEvent) => { if (event.key === 'Escape' && isOn()) { event.stopPropagation(); end(null); } };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', cancel);
    addEventListener('keydown', key, true);
    return () => { removeEventListener('pointermove', move); removeEventListener('pointerup', end); removeEventListener('pointercancel', cancel); removeEventListener('keydown', key, true); };
  }, [isOn, move, end]);
}
