import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import SignaturePad from 'signature_pad';
import { Layer } from '../../overlay/Layer.tsx';
import { Icon } from '../../icons/icons.tsx';
import { cropCanvas, pngOf, type CropArea } from './png.ts';
import styles from './signature.module.css';

/** Dots of the picture a dot of the screen: sharper than twice is only larger. */
const MOST_RATIO = 2;
/** Ink and paper are the same by day and night: a signature is a document. */
const INK = '#1d2129';
const PAPER = '#ffffff';

/** Paper left around the strokes, in dots of the screen. */
const MARGIN = 12;
/** Where places on the screen begin on the sheet, with paper around them, and how far they reach. */
function spanOf(places: readonly number[], ratio: number, most: number): [number, number] {
  const from = Math.max(0, Math.floor((Math.min(...places) - MARGIN) * ratio));
  const to = Math.min(most, Math.ceil((Math.max(...places) + MARGIN) * ratio));
  return [from, Math.max(1, to - from)];
}
/**
 * The part of the sheet that is written on: a phone's sheet is tall, and the strokes would be lost
 * on it.
 */
function written(pad: SignaturePad, sheet: HTMLCanvasElement): CropArea {
  const points = pad.toData().flatMap((stroke) => stroke.points);
  const ratio = sheet.offsetWidth > 0 ? sheet.width / sheet.offsetWidth : 1;
  const across = points.map((point) => point.x);
  const down = points.map((point) => point.y);
  const [x, width] = spanOf(across, ratio, sheet.width);
  const [y, height] = spanOf(down, ratio, sheet.height);
  return { x, y, width, height };
}
/**
 * A pad on the canvas, as large as its box; strokes stay when the box changes. It is there before the
 * sheet is painted: a stroke drawn at once is not lost.
 */
function usePad(canvas: RefObject<HTMLCanvasElement | null>) {
  const pad = useRef<SignaturePad | null>(null);
  const [strokes, setStrokes] = useState(0);
  useLayoutEffect(() => {
    const sheet = canvas.current;
    if (!sheet) return undefined;
    const made = new SignaturePad(sheet, {
      penColor: INK,
      backgroundColor: PAPER,
      minWidth: 0.8,
      maxWidth: 2.6,
    });
    pad.current = made;
    const fit = (): void => fitTo(sheet, made);
    fit();
    const drawn = () => setStrokes(made.toData().length);
    made.addEventListener('endStroke', drawn);
    window.addEventListener('resize', fit);
    return () => {
      made.removeEventListener('endStroke', drawn);
      window.removeEventListener('resize', fit);
      made.off();
    };
  }, [canvas]);
  const clear = () => {
    pad.current?.clear();
    setStrokes(0);
  };
  const undo = () => {
    const data = pad.current?.toData().slice(0, -1) ?? [];
    pad.current?.clear();
    pad.current?.fromData(data);
    setStrokes(data.length);
  };
  const png = (): Promise<File> =>
    pad.current && canvas.current
      ? pngOf(cropCanvas(canvas.current, written(pad.current, canvas.current)))
      : Promise.reject(new Error('无法生成签名图片，请重试'));
  return { strokes, clear, undo, png };
}

interface Props {
  label: string;
  onClose(): void;
  /** The signature as a PNG file. */
  onDone(file: File): void;
}
/**
 * A sheet to sign on with a finger, a pen or the mouse; who cannot draws nothing and chooses a
 * picture instead.
 */
export function SignaturePanel({ label, onClose, onDone }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const title = useId();
  const { strokes, clear, undo, png } = usePad(canvas);
  const [failure, setFailure] = useState('');
  const done = () => {
    png().then(onDone, (reason: Error) => setFailure(reason.message));
  };
  return (
    <Layer
      place="center"
      width="min(640px, 96vw)"
      labelledBy={title}
      maskCloses={false}
      onClose={onClose}
    >
      <div className={styles.head}>
        <strong id={title}>{label || '签名'}</strong>
        <button type="button" className={styles.tool} aria-label="关闭" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className={styles.sheet}>
        <canvas
          ref={canvas}
          className={styles.canvas}
          role="img"
          aria-label={strokes === 0 ? '签名区，尚未书写' : `签名区，已书写 ${strokes} 笔`}
        />
        {strokes === 0 && (
          <span className={styles.here} aria-hidden>
            请在此处手写签名
          </span>
        )}
      </div>
      <div role="status" className={styles.failure}>
        {failure}
      </div>
      <div className={styles.foot}>
        {/* Not disabled, which would drop the focus out of the layer with the last stroke. */}
        <button
          type="button"
          className={styles.button}
          aria-disabled={strokes === 0}
          onClick={undo}
        >
          <Icon name="undo" />
          撤销
        </button>
        <button
          type="button"
          className={styles.button}
          aria-disabled={strokes === 0}
          onClick={clear}
        >
          <Icon name="eraser" />
          清空
        </button>
        <span className={styles.grow} />
        <button type="button" className={styles.button} onClick={onClose}>
          取消
        </button>
        <button type="button" className={styles.primary} disabled={strokes === 0} onClick={done}>
          完成
        </button>
      </div>
    </Layer>
  );
}

/** Gives the sheet the size it is drawn with, and draws the strokes again. */
function fitTo(sheet: HTMLCanvasElement, pad: SignaturePad): void {
  const ratio = Math.min(MOST_RATIO, Math.max(1, window.devicePixelRatio || 1));
  const data = pad.toData();
  sheet.width = sheet.offsetWidth * ratio;
  sheet.height = sheet.offsetHeight * ratio;
  sheet.getContext('2d')?.scale(ratio, ratio);
  pad.clear();
  pad.fromData(data);
}
