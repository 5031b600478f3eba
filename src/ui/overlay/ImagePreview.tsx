import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, WheelEvent } from 'react';
import type { AttachmentRef } from '../../contract/index.ts';
import { Layer } from './Layer.tsx';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { Icon } from '../icons/icons.tsx';
import { fileSize } from '../../values/index.ts';
import { Picture } from '../display/Picture.tsx';
import styles from '../display/pictures.module.css';

const LEAST = 1;
const MOST = 6;
const STEP = 1.5;
interface View {
  scale: number;
  x: number;
  y: number;
}
const WHOLE: View = { scale: 1, x: 0, y: 0 };
const zoomed = (view: View, by: number): View => {
  const scale = Math.min(MOST, Math.max(LEAST, view.scale * by));
  return scale === LEAST
    ? WHOLE
    : { scale, x: view.x * (scale / view.scale), y: view.y * (scale / view.scale) };
};

/** Dragging a picture that is larger than its window. */
function useDrag(view: View, setView: (view: View) => void) {
  const from = useRef<{ x: number; y: number; view: View } | null>(null);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (view.scale > LEAST) {
        event.currentTarget.setPointerCapture?.(event.pointerId);
        from.current = { x: event.clientX, y: event.clientY, view };
      }
    },
    onPointerMove: (event: PointerEvent) => {
      const start = from.current;
      if (start)
        setView({
          ...start.view,
          x: start.view.x + event.clientX - start.x,
          y: start.view.y + event.clientY - start.y,
        });
    },
    onPointerUp: () => {
      from.current = null;
    },
    onPointerCancel: () => {
      from.current = null;
    },
  };
}
const Tool = ({
  icon,
  label,
  off = false,
  onClick,
}: {
  icon: string;
  label: string;
  off?: boolean;
  onClick(): void;
}) => (
  <button
    type="button"
    className={styles.tool}
    aria-label={label}
    title={label}
    disabled={off}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
);

interface HeadProps {
  /** DOM id of the title. */
  title: string;
  file: AttachmentRef;
  position: string;
  scale: number;
  ports: ImagePreviewProps['ports'];
  onZoom(by: number): void;
  onClose(): void;
}
function Head({ title, file, position, scale, ports, onZoom, onClose }: HeadProps) {
  return (
    <div className={styles.head}>
      <strong id={title} className="hz-ellipsis">
        {file.name || '图片'}
      </strong>
      <span className={styles.fact}>
        {position}
        {fileSize(file.size)}
      </span>
      <Tool icon="minus" label="缩小" off={scale <= LEAST} onClick={() => onZoom(1 / STEP)} />
      <span className={styles.scale} aria-live="polite">
        {Math.round(scale * 100)}%
      </span>
      <Tool icon="plus" label="放大" off={scale >= MOST} onClick={() => onZoom(STEP)} />
      <Tool
        icon="download"
        label={`下载 ${file.name}`}
        onClick={() => {
          ports
            .download(file.fileId, file.name)
            .catch((failure: unknown) => ports.showFailure(failure));
        }}
      />
      <Tool icon="close" label="关闭" onClick={onClose} />
    </div>
  );
}

export interface ImagePreviewProps {
  files: readonly AttachmentRef[];
  first: number;
  ports: Pick<EnginePorts, 'bytes' | 'download' | 'showFailure'>;
  onClose(): void;
}
interface StageProps extends Pick<ImagePreviewProps, 'files' | 'ports'> {
  file: AttachmentRef;
  view: View;
  setView(view: View): void;
  onTurn(by: number): void;
}
/** The picture: the wheel zooms, a drag moves what does not fit, and the others are beside it. */
function Stage({ files, file, ports, view, setView, onTurn }: StageProps) {
  const drag = useDrag(view, setView);
  const { x, y, scale } = view;
  const onWheel = ({ deltaY }: WheelEvent) => setView(zoomed(view, deltaY < 0 ? 1.15 : 1 / 1.15));
  return (
    <div
      className={`${styles.stage} ${scale > LEAST ? styles.movable : ''}`}
      {...drag}
      onWheel={onWheel}
      onDoubleClick={() => setView(scale > LEAST ? WHOLE : zoomed(view, 2))}
    >
      <div
        className={styles.moved}
        style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
      >
        <Picture
          key={file.fileId}
          fileId={file.fileId}
          alt={file.name}
          ports={ports}
          className={styles.full}
        />
      </div>
      {files.length > 1 && (
        <>
          <span className={styles.turnBack}>
            <Tool icon="left" label="上一张" onClick={() => onTurn(-1)} />
          </span>
          <span className={styles.turnOn}>
            <Tool icon="right" label="下一张" onClick={() => onTurn(1)} />
          </span>
        </>
      )}
    </div>
  );
}

/**
 * Pictures at full size, one after the other. Keys: arrows turn pages, + and - zoom, 0 shows the
 * whole, Esc closes.
 */
export function ImagePreview({ files, first, ports, onClose }: ImagePreviewProps) {
  const [at, setAt] = useState(first);
  const [view, setView] = useState(WHOLE);
  const title = useId();
  const box = useRef<HTMLDivElement>(null);
  // The keys are meant from the start.
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
  }, []);
  const file = files[Math.min(at, files.length - 1)];
  if (!file) return null;
  const turn = (by: number) => {
    setAt((at + by + files.length) % files.length);
    setView(WHOLE);
  };
  const zoom = (by: number) => setView(zoomed(view, by));
  const acts: Record<string, () => void> = {
    ArrowLeft: () => turn(-1),
    ArrowRight: () => turn(1),
    '+': () => zoom(STEP),
    '=': () => zoom(STEP),
    '-': () => zoom(1 / STEP),
    '0': () => setView(WHOLE),
  };
  const keys = (event: KeyboardEvent) => {
    const act = acts[event.key];
    if (!act || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  };
  return (
    <Layer place="center" width="min(1200px, 96vw)" labelledBy={title} maskCloses onClose={onClose}>
      <div ref={box} tabIndex={-1} className={styles.preview} onKeyDown={keys}>
        <Head
          title={title}
          file={file}
          position={files.length > 1 ? `${at + 1} / ${files.length} · ` : ''}
          scale={view.scale}
          ports={ports}
          onZoom={zoom}
          onClose={onClose}
        />
        <Stage {...{ files, file, ports, view, setView }} onTurn={turn} />
      </div>
    </Layer>
  );
}
