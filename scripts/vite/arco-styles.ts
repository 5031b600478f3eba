import { existsSync } from 'node:fs';
import type { Plugin } from 'vite';

const ARCO = '@arco-design/web-react';
const FROM_ARCO =
  /import\s+(?!type\b)(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*['"]@arco-design\/web-react['"]/g;
const DEEP =
  /import\s+(?!type\b)[^'"]+from\s*['"]@arco-design\/web-react\/es\/([A-Z]\w+)(?:\/[^'"]*)?['"]/g;

/** Names of the values an import brings: types and aliases removed. */
const valuesOf = (list: string): string[] =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item && !item.startsWith('type '))
    .map((item) => item.split(/\s+as\s+/)[0]!);

const hasStyle = new Map<string, boolean>();
function styleOf(component: string): string | null {
  const path = `node_modules/${ARCO}/es/${component}/style/css.js`;
  if (!hasStyle.has(component)) hasStyle.set(component, existsSync(path));
  return hasStyle.get(component) ? `${ARCO}/es/${component}/style/css.js` : null;
}

/**
 * Brings the style of each Arco component that a module of ours imports, so that a page loads the
 * styles of what it draws. Arco's whole style sheet would be 70 kB (gzip) before the first pixel of
 * the login page, which needs 15.
 */
export function arcoStyles(): Plugin {
  return {
    name: 'huozi:arco-styles',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\.tsx?$/, exclude: /node_modules/ }, code: ARCO },
      handler(code) {
        const named = [...code.matchAll(FROM_ARCO)].flatMap((match) => valuesOf(match[1]!));
        const deep = [...code.matchAll(DEEP)].map((match) => match[1]!);
        const styles = [...new Set([...named, ...deep])]
          .map(styleOf)
          .filter((path) => path !== null);
        // Behind the code: line numbers stay, and the module's own styles are still imported where
        // they were.
        return styles.length === 0
          ? null
          : {
              code: `${code}\n${styles.map((path) => `import '${path}';`).join('\n')}\n`,
              map: null,
            };
      },
    },
  };
}
