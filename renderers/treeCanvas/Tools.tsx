import { memo, useEffect, useMemo, useRef } from 'react';
import type { PointerEvent } from 'react';
import type { TreeLayout } from '../../src/document/layout/index.ts';
import { IconButton } from '../../src/ui/parts/index.ts';
import type { CameraControl } from './use-camera.ts';
import styles from './View.module.css';

/** Zoom by buttons. */
export function Tools({ camera }: { camera: CameraControl }) {
  return (
    <div className={styles.tools} data-tool role="toolbar" aria-label="缩放">
      <IconButton label="缩小" icon="minus" onClick={camera.zoomOut} />
      <button
        type="button"
        className={styles.zoom}
        title="实际大小"
        aria-label={`缩放 ${Math.round(camera.zoom * 100)}%，按下回到实际大小`}
        onClick={camera.actualSize}
      >
        {`${Math.round(camera.zoom * 100)}%`}
      </button>
      <IconButton label="放大" icon="plus" onClick={camera.zoomIn} />
      <IconButton label="适合画布" icon="fullscreen" onClick={camera.fit} />
    </div>
  );
}

/** Most pixels of the small picture. */
const MAP = { width: 176, height: 132 };

/** The whole in small, with a frame around what is looked at; pressing or dragging looks elsewhere. */
export const Minimap = memo(function Minimap({
  layout,
  camera,
}: {
  layout: TreeLayout;
  camera: CameraControl;
}) {
  const scale = Math.min(MAP.width / layout.width, MAP.height / layout.height);
  const view = useRef<SVGRectElement>(null);
  useEffect(
    () =>
      camera.watch(({ x, y, width, height }) => {
        const box = { x, y, width, height };
        for (const [name, value] of Object.entries(box))
          view.current?.setAttribute(name, String(value));
      }),
    [camera],
  );
  const boxes = useMemo(
    () =>
      layout.boxes
        .map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`)
        .join(''),
    [layout],
  );
  const look = (event: PointerEvent): void => {
    const at = event.currentTarget.getBoundingClientRect();
    camera.center({ x: (event.clientX - at.left) / scale, y: (event.clientY - at.top) / scale });
  };
  return (
    <div className={styles.map} data-tool aria-hidden>
      <svg
        width={layout.width * scale}
        height={layout.height * scale}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          look(event);
        }}
        onPointerMove={(event) => {
          if (event.buttons === 1) look(event);
        }}
      >
        <path className={styles.mapBoxes} d={boxes} />
        <rect ref={view} className={styles.mapView} />
      </svg>
    </div>
  );
});
