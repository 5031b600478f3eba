import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './tree.ts';

const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g;

/** Classes a source takes from the style modules it imports and that are not in them. */
function missingClasses(source: string, read: (path: string) => string): string[] {
  return [...source.matchAll(IMPORT)].flatMap(([, name, path]) => {
    const there = new Set([...read(path!).matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, word]) => word));
    const used = [...source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(
      ([, word]) => word!,
    );
    return [...new Set(used)].filter((word) => !there.has(word)).map((word) => `${name}.${word}`);
  });
}

describe('classes of style modules', () => {
  it('are in the module that a view takes them from', () => {
    const views = ['src', 'renderers'].flatMap((room) =>
      readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.tsx?$/.test(path))
        .map((path) => join(ROOT, room, path)),
    );
    const missing = views.flatMap((view) =>
      missingClasses(readFileSync(view, 'utf8'), (path) =>
        readFileSync(join(dirname(view), path), 'utf8'),
      ).map((word) => `${view.slice(ROOT.length)}: ${word}`),
    );
    expect(missing).toEqual([]);
  });

  it('one that was taken away is missed', () => {
    const source = "import styles from './View.module.css';\nconst a = [styles.box, styles.gone];";
    expect(missingClasses(source, () => '.box { color: red; }')).toEqual(['styles.gone']);
  });
});
