// npm run size: what each entry brings before its first screen, in kB gzip. `--json` prints data.
// Needs a build (dist/web).
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const WEB = fileURLToPath(new URL('../dist/web', import.meta.url));
/**
 * JavaScript of a first screen may weigh this much, in kB gzip: a little above what it does, so
 * that nothing heavy slips in.
 */
export const LIMIT_KB = 280;

const zipped = (path) => gzipSync(readFileSync(join(WEB, path)), { level: 9 }).length;
const named = (html, pattern) =>
  [...html.matchAll(pattern)].map((match) => match[1].replace(/^\//, ''));

/**
 * Chunks a module imports statically, and all theirs: modulepreload normally names them, this does
 * not trust it.
 */
function closure(paths) {
  const seen = new Set();
  const visit = (path) => {
    if (seen.has(path) || !path.endsWith('.js')) return;
    seen.add(path);
    const code = readFileSync(join(WEB, path), 'utf8');
    for (const [, name] of code.matchAll(
      /(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{}\s,]+?\s*from\s*)?["']\.\/([^"']+)["']/g,
    ))
      visit(join('assets', name));
  };
  paths.forEach(visit);
  return [...seen];
}

/** {entry, js, css, requests}: bytes gzip of what an entry's HTML loads by itself. */
export function entrySize(entry) {
  const html = readFileSync(join(WEB, `${entry}.html`), 'utf8');
  const scripts = closure([
    ...named(html, /<script[^>]+src="([^"]+)"/g),
    ...named(html, /<link[^>]+rel="modulepreload"[^>]+href="([^"]+)"/g),
  ]);
  const styles = named(html, /<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g);
  const sum = (paths) => paths.reduce((bytes, path) => bytes + zipped(path), 0);
  return { entry, js: sum(scripts), css: sum(styles), requests: scripts.length + styles.length };
}

function main() {
  if (!existsSync(WEB)) throw new Error('没有 dist/web：先运行 npm start 或 npx vite build');
  const sizes = ['passport', 'index', 'build'].map(entrySize);
  if (process.argv.includes('--json')) console.log(JSON.stringify(sizes));
  else
    for (const { entry, js, css, requests } of sizes)
      console.log(
        `${entry.padEnd(10)} js ${(js / 1000).toFixed(1).padStart(6)} kB  css ${(css / 1000).toFixed(1).padStart(5)} kB  ${requests} files`,
      );
  if (sizes.some(({ js }) => js > LIMIT_KB * 1000)) {
    console.error(`超过首屏 JavaScript 上限 ${LIMIT_KB} kB`);
    process.exitCode = 1;
  }
}
if (process.argv[1] === fileURLToPath(import.meta.url)) main();
