/**
 * The whole address of a path of this site (it begins with one slash), as one hands it on; any
 * other text stays.
 */
export const absoluteUrl = (path: string): string =>
  /^\/(?![/\\])/.test(path) ? new URL(path, location.origin).href : path;
