/** Reads a code from what a canvas can draw; null while there is none to be seen. */
export interface Decoder {
  read(source: HTMLVideoElement | ImageBitmap): Promise<string | null>;
}

interface NativeDetector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>;
}
type NativeKind = new () => NativeDetector;

/** The browser's own detector, where there is one that works: some name it and have no formats. */
async function nativeDecoder(): Promise<Decoder | null> {
  const Kind = (
    globalThis as { BarcodeDetector?: NativeKind & { getSupportedFormats?(): Promise<string[]> } }
  ).BarcodeDetector;
  if (!Kind) return null;
  const formats = (await Kind.getSupportedFormats?.().catch(() => [])) ?? [];
  if (formats.length === 0) return null;
  const detector = new Kind();
  return {
    async read(source) {
      return (await detector.detect(source))[0]?.rawValue ?? null;
    },
  };
}

/** The best decoder this browser can have; ours comes in a chunk of its own. */
export async function makeDecoder(): Promise<Decoder> {
  return (await nativeDecoder()) ?? (await import('./zxing.ts')).zxingDecoder();
}
