import type { ReactNode } from 'react';
import { useDelayedFlag } from '../../ui/hooks/index.ts';
import './engine.css';

/** Skeleton of a loading page; shows only after a delay. */
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
 * Reserves the room of a loading embedded page, `height` in pixels, so that content below does not
 * move when it appears.
 */
export function RoomSkeleton({ height }: { height: number }): ReactNode {
  const late = useDelayedFlag(true);
  return height > 0 ? (
    <div className={late ? 'hz-skeleton' : undefined} aria-hidden="true" style={{ height }} />
  ) : null;
}

/** Skeleton of one widget whose data or code is loading; about as high as a field. */
export function NodeSkeleton(): ReactNode {
  return <div className="hz-bar hz-bar-field" aria-hidden="true" />;
}
