/** Pixels of a chosen picture's longer side: a signature needs no more. */
const MOST_PIXELS = 1600;
const UNREADABLE = '无法读取这张图片，请换一张';

const named = (blob: Blob): File => new File([blob], '签名.png', { type: 'image/png' });

/** Part of a canvas, in its own dots. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}
/** A part of a canvas as a canvas of its own. */
export function cropCanvas(
  canvas: HTMLCanvasElement,
  { x, y, width, height }: CropArea,
): HTMLCanvasElement {
  const part = Object.assign(document.createElement('canvas'), { width, height });
  part.getContext('2d')?.drawImage(canvas, x, y, width, height, 0, 0, width, height);
  return part;
}
/** What is on a canvas, as a PNG file. Rejects with a sentence for people. */
export function pngOf(canvas: HTMLCanvasElement): Promise<File> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => {
      if (blob) resolve(named(blob));
      else reject(new Error('无法生成签名图片，请重试'));
    }, 'image/png'),
  );
}

const canvasOf = (width: number, height: number): HTMLCanvasElement =>
  Object.assign(document.createElement('canvas'), {
    width: Math.round(width),
    height: Math.round(height),
  });

/**
 * A chosen picture of any format as a PNG file on white paper; a PNG that is small enough stays as
 * it is.
 */
export async function asPng(file: File): Promise<File> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(UNREADABLE);
  });
  const scale = Math.min(1, MOST_PIXELS / Math.max(picture.width, picture.height));
  if (file.type === 'image/png' && scale === 1) return named(file);
  const canvas = canvasOf(picture.width * scale, picture.height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error(UNREADABLE);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return pngOf(canvas);
}
