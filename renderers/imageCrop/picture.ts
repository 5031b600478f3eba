import type { CropRect, Size } from './geometry.ts';

/** A picture chosen by the user; `href` must be revoked when it is no longer drawn. */
export interface ChosenPicture extends Size {
  readonly image: HTMLImageElement;
  readonly href: string;
}

/** What is read into memory at most: telephones make pictures of a few megabytes. */
const MAX_BYTES = 20 * 1024 * 1024;
const QUALITY = 0.9;

/** Reads a file as a picture; rejects with the sentence that says why it is none. */
export async function pictureIn(file: File): Promise<ChosenPicture> {
  if (file.size > MAX_BYTES) throw new RangeError(`图片不能超过 ${MAX_BYTES / 1024 / 1024} MB`);
  const href = URL.createObjectURL(file);
  const image = new Image();
  image.src = href;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(href);
    throw new RangeError('这个文件不是图片，或已经损坏');
  }
  return { image, href, width: image.naturalWidth, height: image.naturalHeight };
}

/**
 * The cut as a picture of its own, as a data address. WebP where the browser writes it, else PNG.
 */
export function cropPicture(
  { image }: Pick<ChosenPicture, 'image'>,
  { x, y, side }: CropRect,
  edge: number,
): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: edge, height: edge });
  const pen = canvas.getContext('2d');
  if (!pen) return '';
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, x, y, side, side, 0, 0, edge, edge);
  return canvas.toDataURL('image/webp', QUALITY);
}
