import {
  flatten,
  DocumentError,
  isSharing,
  type Action,
  type NestedDocument,
  type PageDocument,
  type PageNode,
} from '../../page/index.ts';
import { isRecord } from '../../values/index.ts';
import type { Registry } from '../../view/index.ts';
import { describedRegistry } from './described.ts';

/**
 * How a preview differs from the document: which events are reported, and the flags its nodes get.
 */
export interface PreviewSettings {
  /**
   * Name of a widget without its version: the events of these nodes are emitted as {node, type,
   * event, payload}. Empty: none.
   */
  watch: string;
  readonly: boolean;
  disabled: boolean;
}
/** What a trial page emits for an event of a watched node. */
export const PREVIEW_EVENT = 'trial';

const NOTICE = 'alert@1';
const HEAD = { spec: 'page/1', key: 'preview', rev: 1, title: '预览' } as const;
/** A block that shares has no data of its own: what it shows, it shows within a page. */
const SHARED_ALONE: Pick<PageDocument, 'root' | 'nodes'> = {
  root: 'alone',
  nodes: {
    alone: {
      type: NOTICE,
      props: {
        title: '这个区块不能单独预览',
        text: '它与显示它的页面共用数据，只在页面里显示。发布后，请到用到它的页面里查看。',
      },
    },
  },
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('不是完整的 JSON');
  }
}
/**
 * A node, the parts of a small page, or a whole document, nested or flat, or the JSON of one, as a
 * whole flat document. Throws an Error in Chinese.
 */
function asDocument(from: unknown): PageDocument {
  const given = typeof from === 'string' ? parsed(from) : from;
  if (!isRecord(given)) throw new Error('这里应是一个节点或一份页面文档');
  if (typeof given['type'] === 'string')
    return flatten({ ...HEAD, body: given } as unknown as NestedDocument);
  if (isRecord(given['body'])) return flatten({ ...HEAD, ...given } as unknown as NestedDocument);
  if (isRecord(given['nodes']) && typeof given['root'] === 'string')
    return { ...HEAD, ...given } as unknown as PageDocument;
  throw new Error('这里缺少 type、body 或 nodes');
}

const isWatched = (node: PageNode, widget: string): boolean =>
  widget !== '' && typeof node.type === 'string' && node.type.startsWith(`${widget}@`);

/** The node with a step before each of its events that reports it. */
function withEventReporting(id: string, node: PageNode, events: readonly string[]): PageNode {
  const reportStep = (event: string): Action => ({
    do: 'emit',
    args: {
      event: PREVIEW_EVENT,
      payload: { node: id, type: node.type, event, payload: { $x: 'event' } },
    },
  });
  return {
    ...node,
    on: {
      ...node.on,
      ...Object.fromEntries(
        events.map((event) => [event, [reportStep(event), ...(node.on?.[event] ?? [])]]),
      ),
    },
  };
}

/** An unbound widget that requires a bind is replaced by a notice instead of an error card. */
function unfinished({ type, bind, when }: PageNode, registry: Registry): PageNode | null {
  const definition = registry.widget(type)?.definition;
  if (
    !definition?.bind?.required ||
    (bind !== undefined && bind !== '') ||
    !registry.widget(NOTICE)
  )
    return null;
  return {
    type: NOTICE,
    props: { kind: 'warning', text: `“${definition.title}”还没有绑定` },
    ...(when && { when: { ...(when.visible !== undefined && { visible: when.visible }) } }),
  };
}

/**
 * The document to show: the events of watched nodes are reported, and they are readonly or disabled
 * as the settings say.
 */
export function previewDocument(
  given: unknown,
  { watch, readonly, disabled }: PreviewSettings,
  running: Registry,
): PageDocument {
  const registry = describedRegistry(running);
  const document = asDocument(given);
  if (isSharing(document)) return { ...HEAD, ...SHARED_ALONE };
  const nodes = Object.fromEntries(
    Object.entries(document.nodes).map(([id, node]) => {
      if (!isWatched(node, watch)) return [id, unfinished(node, registry) ?? node];
      const events = Object.keys(registry.widget(node.type)?.definition.events ?? {});
      const when = {
        ...node.when,
        ...(readonly && { readonly: true }),
        ...(disabled && { disabled: true }),
      };
      return [id, { ...withEventReporting(id, node, events), when }];
    }),
  );
  return { ...document, nodes };
}

/** Why a document cannot be shown, in Chinese. */
export const previewError = (error: unknown): string =>
  (error instanceof DocumentError ? error.problems[0]?.msg : undefined) ??
  (error instanceof Error ? error.message : String(error));
