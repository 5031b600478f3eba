import { BpmnModdle } from 'bpmn-moddle';
import type { NestedFlowNode } from '../../../contract/index.ts';
import { parse } from '../../../expression/index.ts';
import { hostility, isDeep } from './hostile.ts';
import { joinOf, kindOfElement, MODDLE, type Element } from './kinds.ts';

/** Something of a file that no template has, and what became of it. */
interface Lost {
  readonly name: string;
  readonly why: string;
}
interface ReadBpmn {
  /** What the file calls its process; may be empty. */
  readonly name: string;
  readonly nodes: NestedFlowNode;
  readonly lost: readonly Lost[];
}

/**
 * The nested form of a template from BPMN 2.0. What maps: one process from one start, gateways whose
 * branches meet again; settings where the file came from here. What can be left out is named; a file
 * that makes no template without it is refused.
 */
export async function importBpmn(xml: string): Promise<ReadBpmn> {
  const why = hostility(xml);
  if (why !== undefined) return refuse(why);
  const moddle = new BpmnModdle({ huozi: MODDLE });
  const { rootElement, warnings } = await moddle
    .fromXML(xml)
    .catch(() => refuse('不是有效的 BPMN 文件'));
  const process = processOf(rootElement);
  const reading = new Reading((process['flowElements'] ?? []) as Element[]);
  const nodes = reading.whole();
  const unread: Lost[] =
    warnings.length > 0 ? [{ name: '文件', why: `有 ${warnings.length} 处读不懂，没有导入` }] : [];
  return { name: shortened(process['name'] ?? ''), nodes, lost: [...reading.lost, ...unread] };
}

function processOf(root: Element): Element {
  const roots = (root['rootElements'] ?? []) as Element[];
  const processes = roots.filter(({ $type }) => $type === 'bpmn:Process');
  if (processes.length !== 1) return refuse('文件里应有且只有一个流程');
  return processes[0]!;
}

/** A file that does not map, in a sentence. */
export class Unmappable extends Error {
  override readonly name = 'Unmappable';
}
function refuse(why: string): never {
  throw new Unmappable(why);
}

/** Letters of a name or a condition that are said again. */
const MAX_SAID = 50;
const shortened = (text: unknown): string => String(text).trim().slice(0, MAX_SAID);

type Step = Record<string, unknown>;
const idOf = (element: Element): string => String(element['id']);
const labelOf = (element: Element): string => shortened(element['name'] ?? element['id']);
/** Types whose flows are branches. */
const GATES: readonly string[] = ['condition', 'parallel', 'inclusive'];
/** Nodes of a file; more is no template. */
const MAX_ELEMENTS = 1_000;

class Reading {
  readonly #flows: readonly Element[];
  readonly #elements: readonly Element[];
  readonly #seen = new Set<Element>();
  readonly lost: Lost[] = [];

  constructor(elements: readonly Element[]) {
    if (elements.length > MAX_ELEMENTS) refuse('元素太多');
    this.#flows = elements.filter(({ $type }) => $type === 'bpmn:SequenceFlow');
    this.#elements = elements.filter(({ $type }) => $type !== 'bpmn:SequenceFlow');
  }

  whole(): NestedFlowNode {
    const starts = this.#elements.filter(({ $type }) => $type === 'bpmn:StartEvent');
    if (starts.length !== 1) return refuse('流程应有且只有一个开始事件');
    const steps = this.#chain(starts[0], undefined);
    for (const element of this.#elements)
      if (!this.#seen.has(element)) this.#loses(element, '不在从开始到结束的路上，没有导入');
    return linked(steps) as unknown as NestedFlowNode;
  }

  #loses(element: Element, why: string): void {
    this.lost.push({ name: labelOf(element), why });
  }

  #outgoing = (element: Element): Element[] =>
    this.#flows.filter((flow) => flow['sourceRef'] === element);

  /** Steps from an element up to another one, which is not among them. */
  #chain(from: Element | undefined, until: Element | undefined): Step[] {
    const steps: Step[] = [];
    let at = from;
    while (at && at !== until) {
      if (this.#seen.has(at))
        return refuse(`“${labelOf(at)}”被走到两次，这里的流程由成块的分支组成`);
      this.#seen.add(at);
      const { step, next } = this.#step(at);
      if (step) steps.push(step);
      at = next;
    }
    return steps;
  }

  #step(element: Element): { step?: Step; next: Element | undefined } {
    const own = detailsOf(element);
    const type = own?.type ?? kindOfElement(element);
    const out = this.#outgoing(element);
    if (type === undefined) {
      this.#loses(element, '不能对应到这里的节点，略过了它');
      return { next: onlyNext(element, out) };
    }
    if (!own && isForeign(element)) this.#loses(element, '别的系统里的设置没有带过来，请重新设置');
    const base = baseOf(element, type, own);
    if (type === 'router') return { step: base, next: defaultNext(element, out) };
    if (!GATES.includes(type)) return { step: base, next: onlyNext(element, out) };
    // A gateway with one way out only joins.
    if (out.length <= 1 && !own) return { next: target(out[0]) };
    return this.#split(element, base);
  }

  /** A gateway whose flows are branches, and what follows where they meet. */
  #split(
    element: Element,
    base: Step & { type: string },
  ): { step: Step; next: Element | undefined } {
    const own = detailsOf(element);
    const out = this.#outgoing(element);
    const named = own && this.#elements.find((each) => idOf(each) === joinOf(idOf(element)));
    const join = named ?? this.#join(out.map((flow) => target(flow)!));
    const branches = out.map((flow) => this.#branch(flow, element, base.type, join));
    if (join) this.#seen.add(join);
    const next = join && target(this.#outgoing(join)[0]);
    return { step: { ...base, branches }, next };
  }

  #branch(flow: Element, gate: Element, type: string, join: Element | undefined): Step {
    const when = type === 'parallel' ? undefined : this.#condition(flow, gate);
    const isDefault = gate['default'] === flow;
    const next = linked(this.#chain(target(flow), join));
    return {
      id: idOf(flow),
      ...(flow['name'] !== undefined && { name: flow['name'] }),
      ...(when !== undefined && { when }),
      ...(isDefault && { default: true }),
      ...(next && { next }),
    };
  }

  #condition(flow: Element, gate: Element): string | undefined {
    const text = (flow['conditionExpression'] as Element | undefined)?.['body'];
    if (typeof text !== 'string') return undefined;
    if (parse(text).ok) return text;
    const branch = flow['name'] === undefined ? labelOf(gate) : labelOf(flow);
    this.lost.push({
      name: branch,
      why: `条件“${shortened(text)}”不是这里的公式，请重新设置`,
    });
    return undefined;
  }

  /** Where all these ways meet first. */
  #join(ways: readonly Element[]): Element | undefined {
    const [first = [], ...others] = ways.map((way) => this.#reached(way));
    return first.find((element) => others.every((reached) => reached.includes(element)));
  }
  #reached(from: Element): Element[] {
    const found: Element[] = [from];
    for (const element of found)
      for (const flow of this.#outgoing(element)) {
        const next = target(flow);
        if (next && !found.includes(next)) found.push(next);
      }
    return found;
  }
}

/** A step without its branches. */
function baseOf(
  element: Element,
  type: string,
  own: ReturnType<typeof detailsOf>,
): Step & { type: string } {
  const name = own ? own.called : (element['name'] as string | undefined);
  return { id: idOf(element), type, ...(name !== undefined && { name }), ...own?.settings };
}

const defaultNext = (element: Element, out: readonly Element[]): Element | undefined =>
  target(out.find((flow) => flow === element['default']) ?? out[0]);

function onlyNext(element: Element, out: readonly Element[]): Element | undefined {
  if (out.length > 1) return refuse(`“${labelOf(element)}”有多个出口，请用网关分开`);
  return target(out[0]);
}

const target = (flow: Element | undefined): Element | undefined =>
  flow?.['targetRef'] as Element | undefined;

const linked = (steps: readonly Step[]): Step | undefined =>
  steps.reduceRight<Step | undefined>(
    (next, step) => ({ ...step, ...(next && { next }) }),
    undefined,
  );

/** Whether another tool says more of an element than BPMN does: who does it, in the main. */
const isForeign = (element: Element): boolean =>
  Object.keys((element['$attrs'] ?? {}) as object).length > 0 ||
  ((element['resources'] ?? []) as unknown[]).length > 0 ||
  element['extensionElements'] !== undefined;

/** What an export of ours says about a node. */
function detailsOf(element: Element) {
  const extension = element['extensionElements'] as Element | undefined;
  const values = (extension?.['values'] ?? []) as Element[];
  const details = values.find(({ $type }) => $type === 'huozi:Node');
  if (!details) return undefined;
  const text = String(details['settings'] ?? '{}');
  if (isDeep(text)) return refuse(`“${labelOf(element)}”的设置嵌套太深`);
  try {
    const settings = JSON.parse(text) as Step;
    return { type: String(details['type']), called: details['called'] as string, settings };
  } catch {
    return refuse(`“${labelOf(element)}”的设置不是有效的 JSON`);
  }
}
