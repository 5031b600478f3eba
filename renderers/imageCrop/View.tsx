import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import type { DragEvent, KeyboardEvent, PointerEvent } from 'react';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { failureText, numberOf, textOf } from '../../src/values/index.ts';
import { valueOf } from '../../src/ui/parts/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { MAX_ZOOM, centredCrop, moveCrop, zoomOf, zoomCrop, type CropRect } from './geometry.ts';
import type { ImageCropProps } from './index.ts';
import { cropPicture, pictureIn, type ChosenPicture } from './picture.ts';
import styles from './View.module.css';

/** The stage's edge on the screen, in pixels (View.module.css). */
const STAGE = 240;
/** An arrow key moves the picture by this many pixels of the screen. */
const STEP = 8;
const ZOOM_STEP = 0.1;
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

interface Work {
  chosen: ChosenPicture;
  cut: CropRect;
}

/** The picture behind a window, pushed by the pointer or the arrow keys. */
function Stage({
  work,
  round,
  label,
  onCut,
  onDone,
}: {
  work: Work;
  round: boolean;
  label: string;
  onCut: (cut: CropRect) => void;
  onDone: () => void;
}) {
  const { chosen, cut } = work;
  const from = useRef<{ x: number; y: number } | null>(null);
  const scale = STAGE / cut.side;
  const push = (right: number, down: number) =>
    onCut(moveCrop(chosen, cut, right / scale, down / scale));
  const drag = (event: PointerEvent) => {
    if (!from.current) return;
    push(event.clientX - from.current.x, event.clientY - from.current.y);
    from.current = { x: event.clientX, y: event.clientY };
  };
  const grab = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, y: event.clientY };
  };
  const drop = () => {
    if (from.current) onDone();
    from.current = null;
  };
  const keys = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    push(...move);
  };
  return (
    <div
      className={`${styles.stage} ${round ? styles.round : ''}`}
      role="group"
      tabIndex={0}
      aria-label={`${label}：拖动或按方向键移动`}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onKeyDown={keys}
      onKeyUp={onDone}
    >
      <img
        src={chosen.href}
        alt=""
        draggable={false}
        className={styles.picture}
        style={{
          width: chosen.width * scale,
          height: chosen.height * scale,
          transform: `translate(${-cut.x * scale}px, ${-cut.y * scale}px)`,
        }}
      />
      <span className={styles.frame} />
    </div>
  );
}

/** All changes of the crop; it is emitted when the pointer is released. */
function useCutting(node: NodeHandle<ImageCropProps>) {
  const [work, setWork] = useState<Work | null>(null);
  const [complaint, setComplaint] = useState('');
  const bound = valueOf(node.bound);
  const emitResult = (value: string | null) => {
    bound?.set(value);
    void node.emit('change', { value });
  };
  const href = work?.chosen.href;
  useEffect(
    () => () => {
      if (href) URL.revokeObjectURL(href);
    },
    [href],
  );
  const done = (at: Work) =>
    emitResult(cropPicture(at.chosen, at.cut, numberOf(node.props.edge, 256)));
  const choose = async (file: File | undefined) => {
    if (!file || node.state.disabled) return;
    try {
      const chosen = await pictureIn(file);
      const next = { chosen, cut: centredCrop(chosen) };
      setComplaint('');
      setWork(next);
      done(next);
    } catch (failure) {
      setComplaint(failureText(failure));
    }
  };
  return {
    work,
    complaint,
    choose,
    cut: (cut: CropRect) => setWork((last) => last && { ...last, cut }),
    done: () => {
      if (work) done(work);
    },
  };
}

/**
 * A picture is chosen (or dropped here), pushed and brought closer until the square shows what it
 * should.
 */
export default observer(function ImageCropView({ node }: WidgetViewProps<ImageCropProps>) {
  const { work, complaint, choose, cut, done } = useCutting(node);
  const file = useRef<HTMLInputElement>(null);
  const label = textOf(node.props.label) || '图片';
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    void choose(event.dataTransfer.files[0]);
  };
  const button = (text: string) => (
    <button
      type="button"
      className={styles.choose}
      disabled={node.state.disabled}
      onClick={() => file.current?.click()}
    >
      <Icon name="upload" />
      {text}
    </button>
  );
  return (
    <div
      className={styles.crop}
      role="group"
      aria-label={label}
      onDragOver={(event) => event.preventDefault()}
      onDrop={dropped}
    >
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        hidden
        aria-label={label}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {work ? (
        <Stage
          work={work}
          round={node.props.round === true}
          label={label}
          onCut={cut}
          onDone={done}
        />
      ) : (
        <div className={`${styles.stage} ${styles.none} ${node.props.round ? styles.round : ''}`}>
          {button(textOf(node.props.text) || '选择图片')}
        </div>
      )}
      {work && (
        <div className={styles.tools}>
          <input
            type="range"
            aria-label="缩放"
            className={styles.zoom}
            min={1}
            max={MAX_ZOOM}
            step={ZOOM_STEP}
            value={zoomOf(work.chosen, work.cut)}
            onChange={(event) => cut(zoomCrop(work.chosen, work.cut, Number(event.target.value)))}
            onPointerUp={done}
            onKeyUp={done}
          />
          {button('换一张')}
        </div>
      )}
      {complaint && (
        <span role="alert" className={styles.complaint}>
          {complaint}
        </span>
      )}
      {textOf(node.props.help) && <span className={styles.help}>{textOf(node.props.help)}</span>}
    </div>
  );
});
