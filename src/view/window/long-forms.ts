import type { NodeModel, PageModel } from '../../page/index.ts';
import type { Registry } from '../registry/registry.ts';

/**
 * A form with more fields than this on one page is windowed: fields off the screen are drawn as
 * text. Below it, mounting all of it is cheaper than watching the screen.
 */
const WINDOWING_THRESHOLD = 60;

const known = new WeakMap<PageModel, ReadonlySet<string>>();

/**
 * A node that may be drawn as text: its widget defines a placeholder, and it is bound to a field of
 * a form itself (not of a row).
 */
export function canVirtualize(node: NodeModel, page: PageModel, registry: Registry): boolean {
  return (
    node.bind?.length === 2 &&
    node.aliases.length === 0 &&
    page.forms.has(node.bind[0]!) &&
    registry.widget(node.type)?.definition.placeholder !== undefined
  );
}

/** Names of the page's forms with more fields than WINDOWING_THRESHOLD. Computed once a page. */
export function longForms(page: PageModel, registry: Registry): ReadonlySet<string> {
  let long = known.get(page);
  if (!long) known.set(page, (long = findLong(page, registry)));
  return long;
}
function findLong(page: PageModel, registry: Registry): ReadonlySet<string> {
  if (page.forms.size === 0 || page.nodes.size <= WINDOWING_THRESHOLD) return new Set();
  const counts = new Map<string, number>();
  for (const node of page.nodes.values()) {
    if (canVirtualize(node, page, registry))
      counts.set(node.bind![0]!, (counts.get(node.bind![0]!) ?? 0) + 1);
  }
  return new Set(
    [...counts].filter(([, count]) => count > WINDOWING_THRESHOLD).map(([name]) => name),
  );
}

/** Fields that become inputs together: about a row of a wide screen up to a screen of a phone. */
const SECTION_FIELDS = 10;

/**
 * The ids of a slot in runs: neighbouring fields of a long form together, up to STRETCH_FIELDS;
 * everything else alone.
 */
export function sectionsOf(
  ids: readonly string[],
  page: PageModel,
  registry: Registry,
): readonly (readonly string[])[] {
  const long = longForms(page, registry);
  const runs: string[][] = [];
  let form: string | null = null;
  for (const id of ids) {
    const node = page.nodes.get(id);
    const own =
      node && canVirtualize(node, page, registry) && long.has(node.bind![0]!)
        ? node.bind![0]!
        : null;
    const run = runs.at(-1);
    if (run && own !== null && own === form && run.length < SECTION_FIELDS) run.push(id);
    else runs.push([id]);
    form = own;
  }
  return runs;
}
