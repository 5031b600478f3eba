import { Check, Errors } from 'typebox/value';
import {
  FLOW_NODES,
  FlowTemplateSettings,
  type ObjectDescribe,
  type PageFault,
} from '../../../contract/index.ts';
import { parse } from '../../../expression/index.ts';
import { settingsOf, typeOf, type FlowDocument, type FlowNode } from './document.ts';

interface Fault {
  readonly nodeId?: string;
  readonly path: string;
  readonly why: string;
  readonly severity?: 'warning';
}

const HUMAN = ['approve', 'handle'];

function settingFaults(id: string, node: FlowNode): Fault[] {
  const type = typeOf(node);
  const schema = FLOW_NODES[type];
  const settings = node.settings ?? {};
  if (schema === undefined || Check(schema, settings)) return [];
  const [first] = Errors(schema, settings);
  const place = first?.instancePath ?? '';
  return [
    { nodeId: id, path: `/nodes/${id}/settings${place}`, why: `“${node.name ?? id}”的设置有误` },
  ];
}

function expressionFaults(id: string, node: FlowNode): Fault[] {
  const own = node.settings ?? {};
  const texts = [
    node.when,
    own['when'],
    own['skipWhen'],
    ...((own['routes'] ?? []) as { when?: unknown }[]).map(({ when }) => when),
  ];
  return texts.flatMap((text): Fault[] => {
    if (typeof text !== 'string') return [];
    const parsed = parse(text);
    if (parsed.ok) return [];
    const why = `“${node.name ?? id}”的条件：${parsed.errors[0]!.message}`;
    return [{ nodeId: id, path: `/nodes/${id}`, why }];
  });
}

function humanFaults(id: string, node: FlowNode): Fault[] {
  const { candidates, auto } = (node.settings ?? {}) as { candidates?: unknown[]; auto?: string };
  if (auto !== undefined || (candidates?.length ?? 0) > 0) return [];
  return [
    {
      nodeId: id,
      path: `/nodes/${id}/settings/candidates`,
      why: `“${node.name ?? id}”还没有选择处理人`,
    },
  ];
}

function branchFaults(id: string, node: FlowNode, nodes: FlowDocument['nodes']): Fault[] {
  const branches = node.slots?.branches;
  if (!branches || typeOf(node) === 'parallel') return [];
  const others = branches.filter(
    (each) => nodes[each]!.default === true || nodes[each]!.when === undefined,
  );
  if (others.length === 1) return [];
  const why =
    others.length === 0
      ? `“${node.name ?? id}”要有一个其他情况的分支`
      : `“${node.name ?? id}”有 ${others.length} 个没有条件的分支，只能有一个`;
  return [{ nodeId: id, path: `/nodes/${id}/slots/branches`, why }];
}

/** Nodes that settings name: they have to be there. */
function targetFaults(id: string, node: FlowNode, nodes: FlowDocument['nodes']): Fault[] {
  const own = node.settings ?? {};
  const { onReject, returnTargets, routes } = own as {
    onReject?: unknown;
    returnTargets?: unknown;
    routes?: { to: string }[];
  };
  const named = [
    ...(typeof onReject === 'object' && onReject !== null
      ? [(onReject as { node: string }).node]
      : []),
    ...(Array.isArray(returnTargets) ? (returnTargets as string[]) : []),
    ...(routes ?? []).map(({ to }) => to),
  ];
  return named
    .filter((target) => !Object.hasOwn(nodes, target))
    .map((target) => ({
      nodeId: id,
      path: `/nodes/${id}/settings`,
      why: `“${node.name ?? id}”指向的节点“${target}”不存在`,
    }));
}

function fieldFaults(id: string, node: FlowNode, describe: ObjectDescribe): Fault[] {
  const { fieldPerms = {} } = (node.settings ?? {}) as { fieldPerms?: Record<string, string> };
  const names = new Set(describe.fields.map(({ apiName }) => apiName));
  return Object.keys(fieldPerms)
    .filter((name) => name !== '*' && !names.has(name))
    .map((name) => ({
      nodeId: id,
      path: `/nodes/${id}/settings/fieldPerms/${name}`,
      why: `“${node.name ?? id}”的字段权限里的“${name}”已不存在`,
      severity: 'warning' as const,
    }));
}

function wholeFaults({ root, nodes }: FlowDocument): Fault[] {
  const steps = nodes[root]?.slots?.steps ?? [];
  const [first, last] = [nodes[steps[0] ?? ''], nodes[steps.at(-1) ?? '']];
  const faults: Fault[] = [];
  if (!first || typeOf(first) !== 'start')
    faults.push({ path: `/nodes/${root}`, why: '第一个节点要是“发起”' });
  if (!last || typeOf(last) !== 'end')
    faults.push({ path: `/nodes/${root}`, why: '最后一个节点要是“结束”' });
  if (Object.values(nodes).filter((node) => typeOf(node) === 'start').length > 1)
    faults.push({ path: `/nodes/${root}`, why: '只能有一个“发起”节点' });
  return faults;
}

/** What is wrong in a document, over the object its records are of. */
export function faultsOf(document: FlowDocument, describe: ObjectDescribe): PageFault[] {
  const { nodes, root } = document;
  const found: Fault[] = [...wholeFaults(document)];
  if (!Check(FlowTemplateSettings, settingsOf(document)))
    found.push({ nodeId: root, path: `/nodes/${root}/settings`, why: '流程的设置有误' });
  for (const [id, node] of Object.entries(nodes)) {
    const type = typeOf(node);
    if (id !== root && (type as string) !== 'branch') found.push(...settingFaults(id, node));
    found.push(
      ...expressionFaults(id, node),
      ...(HUMAN.includes(type) ? humanFaults(id, node) : []),
      ...branchFaults(id, node, nodes),
      ...targetFaults(id, node, nodes),
      ...fieldFaults(id, node, describe),
    );
  }
  return found.map(({ nodeId, path, why, severity }): PageFault => ({
    ...(nodeId !== undefined && { nodeId }),
    path,
    reason: 'FLOW_INVALID',
    msg: why,
    severity: severity ?? 'error',
  }));
}
