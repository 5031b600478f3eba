/** Pictures that wait to be seen, and how each begins to come. */
const waiting = new Set<() => void>();
/** Begins to listen for the moment a page is to be printed whole; answers how to stop. */
export function onBeforePrint(begin: () => void): () => void {
  waiting.add(begin);
  return () => {
    waiting.delete(begin);
  };
}

/** Longest wait for pictures, in milliseconds: paper without one is better than no paper. */
const LONGEST_MS = 6_000;
const STEP_MS = 60;
/** Set on the element that is drawn while a picture is loading. */
export const PENDING_ATTRIBUTE = 'data-coming';
const hasPendingPictures = (): boolean =>
  document.querySelector(`[${PENDING_ATTRIBUTE}]`) !== null ||
  [...document.images].some((image) => image.src !== '' && !image.complete);

/**
 * Loads the pictures of the page that were not on the screen yet, and waits until they are there.
 */
export async function loadAllPictures(): Promise<void> {
  for (const begin of [...waiting]) begin();
  for (let waited = 0; waited < LONGEST_MS; waited += STEP_MS) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    if (!hasPendingPictures()) return;
  }
}
