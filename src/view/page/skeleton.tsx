import type { ReactNode } from 'react';
import { useDelayedFlag } from '../../ui/hooks/index.ts';
import './engine.css';

/** Stands for a page that is on its way; shows only after a moment. */
export function PageSkeleton(): ReactNode {
  if (!useDelayedFlag(true)) return null;
  return (
    <output className="hz-page-skeleton">
      <span className="hz-visually-hidden">正在加载</span>
      <div className="hz-bar hz-bar-title" />
      <div className="hz-bar" />
      <div className="hz-bar" style={{ width: '80%' }} />
      <div className="hz-bar" style={{ width: '60%' }} />
    </output>
  );
}

/**
 * Keeps the room of a page inside another while it is on its way, `height` in pixels: what stands
 * below does not move when it comes.
 */
export function RoomSkeleton({ height }: { height: number }): ReactNode {
  const late = useDelayedFlag(true);
  return height > 0 ? (
    <div className={late ? 'hz-skeleton' : undefined} aria-hidden="true" style={{ height }} />
  ) : null;
}

/** Stands for one widget whose data or code is on its way; has about the height of a field. */
export function NodeSkeleton(): ReactNode {
  return <div className="hz-bar hz-bar-field" aria-hidden="true" />;
}
