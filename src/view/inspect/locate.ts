import { PageScope, type Locals } from '../../runtime/scope/index.ts';
import { NodeHandleImpl } from '../page/node-handle.ts';
import type { Runtime } from '../context/context.ts';

/**
 * Which node drew an element. The page's DOM says nothing of nodes: marking every element would
 * cost every page something for what a builder asks now and then. React keeps the way up on each
 * element, so we walk that, here and nowhere else; a React that keeps it otherwise finds nothing,
 * and the test beside this file fails.
 */
interface Fiber {
  memoizedProps: Readonly<Record<string, unknown>> | null;
  return: Fiber | null;
  key: string | null;
}
const FIBER = '__reactFiber$';

function fiberOf(element: Element): Fiber | null {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const key = Object.keys(at).find((name) => name.startsWith(FIBER));
    if (key) return (at as unknown as Record<string, Fiber>)[key] ?? null;
  }
  return null;
}

/**
 * A node without a view (it is broken, or its widget unknown): the element drawn instead carries
 * its id, with or without its page.
 */
interface Place {
  id: string;
  locals: Locals | null;
  runtime: Runtime | null;
}
function placeOf(props: Fiber['memoizedProps']): Place | null {
  if (!props) return null;
  const { id, locals, model, scope, registry } = props as {
    id?: unknown;
    locals?: Locals | null;
    model?: { id?: unknown };
    scope?: unknown;
    registry?: Runtime['registry'];
  };
  if (scope instanceof PageScope && registry && typeof model?.id === 'string')
    return { id: model.id, locals: locals ?? null, runtime: { scope, registry } };
  return typeof id === 'string' && locals !== undefined && Object.keys(props).length === 2
    ? { id, locals, runtime: null }
    : null;
}

function runtimeAbove(fiber: Fiber | null): Runtime | null {
  for (let at = fiber; at; at = at.return) {
    const value = at.memoizedProps?.['value'] as Partial<Runtime> | null | undefined;
    if (value?.scope instanceof PageScope && value.registry) return value as Runtime;
  }
  return null;
}

/** The innermost node around an element, on any page of the screen; null outside of pages. */
export function nodeAt(element: Element): NodeHandleImpl | null {
  for (let at = fiberOf(element); at; at = at.return) {
    const props = at.memoizedProps;
    if (props?.['node'] instanceof NodeHandleImpl) return props['node'];
    const place = placeOf(props);
    const runtime = place && (place.runtime ?? runtimeAbove(at));
    const model = place && runtime?.scope.node(place.id);
    if (runtime && model)
      return new NodeHandleImpl(
        model,
        runtime.registry.widget(model.type),
        runtime.scope,
        runtime.registry,
        place.locals,
        () => null,
      );
  }
  return null;
}
/** What lists put around an element: the keys of parts (of a cell its field), and the record of a row. */
export interface Surroundings {
  readonly keys: readonly string[];
  readonly record: Readonly<Record<string, unknown>> | null;
}
export function surroundingsOf(element: Element): Surroundings {
  const keys: string[] = [];
  let record: Surroundings['record'] = null;
  for (let at = fiberOf(element); at; at = at.return) {
    const { key, memoizedProps: props } = at;
    if (props?.['node'] instanceof NodeHandleImpl) break;
    if (key !== null) keys.push(key);
    record ??= recordIn(props?.['row']) ?? recordIn(props?.['record']);
  }
  return { keys, record };
}
/** A stored record, as lists have them. */
const recordIn = (value: unknown): Surroundings['record'] =>
  typeof value === 'object' && value !== null && 'id' in value && 'version' in value
    ? (value as Record<string, unknown>)
    : null;

/** The node around a node, as drawn. */
export function nodeAround(node: NodeHandleImpl): NodeHandleImpl | null {
  const { scope, registry } = node;
  const model = node.model.parent === undefined ? undefined : scope.node(node.model.parent);
  return model
    ? new NodeHandleImpl(
        model,
        registry.widget(model.type),
        scope,
        registry,
        node.locals,
        () => null,
      )
    : null;
}

/**
 * The node of one running page around an element: the innermost, or the one that shows the
 * element's surroundings (a block, an embedded page).
 */
export function nodeOfPage(element: Element, scope: PageScope): NodeHandleImpl | null {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const node = nodeAt(at);
    if (node?.scope === scope) return node;
  }
  return null;
}
/** The outermost elements a node of a running page drew, within an element, in their order. */
export function elementsOf(within: Element, scope: PageScope, id: string): Element[] {
  const found: Element[] = [];
  const visit = (element: Element): void => {
    for (const child of element.children) {
      const node = nodeAt(child);
      if (node?.scope === scope && node.id === id) found.push(child);
      else visit(child);
    }
  };
  visit(within);
  return found;
}
