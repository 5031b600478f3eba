import type { FlowNodeType, FlowTemplateSettings } from '../../contract/index.ts';
import type { DocumentKind, DocumentNode, JsonObject, NodeDocument } from '../../document/index.ts';

/** The schema of templates as documents. */
export const FLOW_SCHEMA = 'flow/1';
/** The id of a template's root: no id an author can choose. */
export const FLOW_ROOT = '$flow';

/**
 * A node of a template: `flow@1` (the root), `branch@1`, or a type of FLOW_NODES with `@1`. `when`
 * and `default` are a branch's.
 */
export interface FlowNode extends DocumentNode {
  name?: string;
  settings?: JsonObject;
  when?: string;
  default?: boolean;
}
/** A template as a document (docs/flow.md). */
export interface FlowDocument extends NodeDocument<FlowNode> {
  schema: typeof FLOW_SCHEMA;
  settings?: FlowTemplateSettings;
}

/** Templates of approvals among the kinds of documents. */
export const FLOW_KIND: DocumentKind = {
  called: '流程',
  invalid: 'FLOW_INVALID',
  sections: { settings: '流程设置' },
  parts: { schema: '流程文档的版本' },
  values: {},
  silent: [],
  nodeParts: ['settings'],
};

/** The type of a node without its version; undefined for what is no node of a template. */
export type FlowPart = FlowNodeType | 'flow' | 'branch';
export const typeOfPart = (type: FlowPart): string => `${type}@1`;

export const BRANCHING: ReadonlySet<FlowPart> = new Set<FlowPart>([
  'condition',
  'parallel',
  'inclusive',
]);
