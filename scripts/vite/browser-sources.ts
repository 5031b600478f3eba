import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What runs in the browser. */
const BROWSER = ['src', 'machines', 'renderers'];
const isBrowser = (path: string): boolean =>
  /\.tsx?$/.test(path) && !/^src\/server\/|\.test\.tsx?$|\/testing\//.test(path);

/** The texts of the program's files that run in the browser, but for those left out by path. */
export const browserSources = (root: string, leftOut: RegExp): string[] =>
  BROWSER.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .map((path) => join(room, path))
      .filter((path) => isBrowser(path) && !leftOut.test(path))
      .map((path) => readFileSync(join(root, path), 'utf8')),
  );
