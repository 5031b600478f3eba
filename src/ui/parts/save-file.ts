/** How long the browser may take to read an address after the click on it, in milliseconds. */
const READ_MS = 10_000;
/** Pixels a drawn unit becomes in a picture: sharp on a screen of double density. */
const SHARPNESS = 2;

/** Hands bytes to the person's disk under a name. */
export function saveFile(bytes: Blob, name: string): void {
  const href = URL.createObjectURL(bytes);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), READ_MS);
}

/**
 * An SVG as a PNG picture of the given size in CSS pixels, on a ground if it brings none; rejects
 * when the browser cannot draw it.
 */
export async function pictureOf(
  svg: string,
  width: number,
  height: number,
  ground?: string,
): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), {
    width: width * SHARPNESS,
    height: height * SHARPNESS,
  });
  const pen = canvas.getContext('2d');
  if (pen && ground) {
    pen.fillStyle = ground;
    pen.fillRect(0, 0, canvas.width, canvas.height);
  }
  pen?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!png) throw new Error('图片没有生成');
  return png;
}
