import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';

/**
 * What a small view may import without being a chunk of its own: everything every page has anyway.
 */
const COMMON = /^(\.|react($|\/)|mobx)/;
const ARCO_COMMON = new Set(['Button']);
const ARCO = '@arco-design/web-react';
const VIEW = /\/renderers\/\w+\/(?!index\.ts)[\w-]+\.tsx?$/;
/** A style module belongs where the view beside it is. */
const STYLE = /\/renderers\/\w+\/View\.module\.css$/;
const IMPORTS = /^import\s+(?!type\b)(?:([^'"]*?)\s+from\s+)?['"]([^'"]+)['"]/gm;
/**
 * Bytes of source, without spaces, above which a widget's folder is something only some pages need.
 */
const SMALL = 3_030;

function folderSize(id: string): number {
  const folder = dirname(id);
  return readdirSync(folder)
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => readFileSync(join(folder, name), 'utf8').replace(/\s/g, ''))
    .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/** What only designers load, with packages of its own: editors, previews. */
const HEAVY = /\/studio\//;
/** Sentences about conditions and grants bring the expression language. */
const SENTENCES = /\w+Sentence\b/;

function isLight([, names = '', from = '']: RegExpMatchArray): boolean {
  if (HEAVY.test(from) || SENTENCES.test(names)) return false;
  if (COMMON.test(from)) return true;
  if (from.startsWith(`${ARCO}/es/`)) return ARCO_COMMON.has(from.slice(ARCO.length + 4));
  return (
    from === ARCO &&
    names
      .replace(/[{}\s]/g, '')
      .split(',')
      .every((name) => ARCO_COMMON.has(name))
  );
}

const known = new Map<string, boolean>();
/**
 * Small views that bring nothing with them travel in one chunk: a page of twenty widgets would
 * otherwise be thirty requests of half a kB. The rule is what a view is, not a list of names: a new
 * widget needs no line here.
 */
export function isSmallView(id: string): boolean {
  if (STYLE.test(id)) return isSmallView(id.replace('.module.css', '.tsx'));
  if (!VIEW.test(id)) return false;
  if (!known.has(id)) {
    const source = readFileSync(id, 'utf8');
    known.set(id, folderSize(id) <= SMALL && [...source.matchAll(IMPORTS)].every(isLight));
  }
  return known.get(id)!;
}

/**
 * Packages every first screen runs on. They change when we say so, so a new version of ours leaves
 * them in the browser's cache.
 */
const VENDOR_PACKAGES = [
  ...['react', 'react-dom', 'scheduler', 'react-router', 'react-router-dom'],
  ...['mobx', 'mobx-react-lite', 'xstate', 'axios', 'decimal.js'],
];
const isVendor = (id: string): boolean =>
  VENDOR_PACKAGES.some((name) => id.includes(`/node_modules/${name}/`));

/**
 * No file of ours has this name: schemas/widgets.json makes a chunk called widgets, which only
 * designers need.
 */
const SMALL_VIEWS = 'small-views';

/**
 * What an entry runs before anything else is there, with Vite's way to ask for the rest: in any other
 * chunk it would wait for the engine.
 */
const FIRST_SCRIPT =
  /\/app\/entries\/first-script\.ts$|\0vite\/(?:preload-helper|modulepreload-polyfill)/;
/** The application, whichever entry it is: one chunk, since all of it is needed at once. */
const START = /\/app\/entries\/(?:start\.tsx|base-styles\.ts)$/;

/**
 * Groups take what their modules import along, so no chunk ever waits for one that waits for it: a
 * circle between chunks breaks at start-up, depending on who arrives first.
 */
export const groups = [
  { name: 'first-script', test: FIRST_SCRIPT, priority: 3 },
  { name: 'vendor', test: isVendor, priority: 2 },
  { name: SMALL_VIEWS, test: isSmallView, priority: 1 },
  { name: 'start', test: START, priority: 0 },
];

type Bundle = Rollup.OutputBundle;

/** A chunk and all it imports statically. */
function closure(bundle: Bundle, name: string, into = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (into.has(name) || chunk?.type !== 'chunk') return into;
  into.add(name);
  for (const imported of chunk.imports) closure(bundle, imported, into);
  return into;
}

const stylesOf = (bundle: Bundle, name: string): string[] => {
  const chunk = bundle[name];
  return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
};

/** Chunks that nearly every page asks for once its document is there: fetched at once instead. */
const FIRST = new Set([SMALL_VIEWS, 'icon-drawings']);

/**
 * Names in each entry's HTML what its tiny first script will ask for by import(): the application
 * and the chunks every page needs. The first script can then ask the server for data while they
 * travel.
 */
export function preloadFirst(): Plugin {
  return {
    name: 'huozi:preload-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, chunk }) {
        if (!bundle || !chunk) return html;
        const named = Object.values(bundle)
          .filter((each) => each.type === 'chunk' && FIRST.has(each.name))
          .map((each) => each.fileName);
        const first = new Set(
          [...chunk.dynamicImports, ...named].flatMap((name) => [...closure(bundle, name)]),
        );
        const scripts = [...first]
          .filter((name) => !html.includes(name))
          .map((name): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
            injectTo: 'head',
          }));
        const styles = new Set([...first].flatMap((name) => stylesOf(bundle, name)));
        const sheets = [...styles]
          .filter((name) => !html.includes(name))
          .map((name): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'stylesheet', crossorigin: true, href: `/${name}` },
            injectTo: 'head',
          }));
        return [...scripts, ...sheets];
      },
    },
  };
}

/** The first circle of chunks, as names in order, or null. */
export function circleOf(bundle: Bundle): string[] | null {
  const done = new Set<string>();
  function visit(name: string, path: string[]): string[] | null {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    const chunk = bundle[name];
    if (done.has(name) || chunk?.type !== 'chunk') return null;
    for (const imported of chunk.imports) {
      const circle = visit(imported, [...path, name]);
      if (circle) return circle;
    }
    done.add(name);
    return null;
  }
  for (const name of Object.keys(bundle)) {
    const circle = visit(name, []);
    if (circle) return circle;
  }
  return null;
}

/**
 * Refuses a build whose chunks wait for each other: such a page starts or breaks depending on who
 * arrives first.
 */
export function noCircles(): Plugin {
  return {
    name: 'huozi:no-circles',
    apply: 'build',
    generateBundle(_, bundle) {
      const circle = circleOf(bundle);
      if (circle)
        this.error(
          `chunks import each other in a circle: ${circle.join(' > ')}; see groups in scripts/vite/chunks.ts`,
        );
    },
  };
}
