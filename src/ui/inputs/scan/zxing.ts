import {
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library';
import type { Decoder } from './decoder.ts';

/**
 * Pixels of the longer side that are looked at: enough for a code in the middle, few enough for
 * several looks a second.
 */
const MOST_PIXELS = 960;

const sizeOf = (source: HTMLVideoElement | ImageBitmap): [number, number] =>
  source instanceof HTMLVideoElement
    ? [source.videoWidth, source.videoHeight]
    : [source.width, source.height];
/** Brightness of each pixel, as the eye weighs the colours. */
function luminances(rgba: Uint8ClampedArray): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(rgba.length / 4);
  for (let at = 0; at < grey.length; at++)
    grey[at] =
      ((rgba[at * 4] ?? 0) * 306 + (rgba[at * 4 + 1] ?? 0) * 601 + (rgba[at * 4 + 2] ?? 0) * 117) >>
      10;
  return grey;
}

/** ZXing in the browser, for those without a detector of their own. */
export function zxingDecoder(): Decoder {
  const reader = new MultiFormatReader();
  reader.setHints(new Map([[DecodeHintType.TRY_HARDER, true]]));
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return {
    async read(source) {
      const [width, height] = sizeOf(source);
      if (!context || width === 0 || height === 0) return null;
      const scale = Math.min(1, MOST_PIXELS / Math.max(width, height));
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      context.drawImage(source, 0, 0, canvas.width, canvas.height);
      const picture = new RGBLuminanceSource(
        luminances(context.getImageData(0, 0, canvas.width, canvas.height).data),
        canvas.width,
        canvas.height,
      );
      try {
        return reader.decodeWithState(new BinaryBitmap(new HybridBinarizer(picture))).getText();
      } catch {
        // It says by throwing that there is no code in the picture.
        return null;
      }
    },
  };
}
