import { BpmnModdle } from 'bpmn-moddle';
import { layoutTree, type LayoutBox } from '../../../document/layout/index.ts';
import {
  branchesOf,
  calledOf,
  placedSteps,
  stepsIn,
  type FlowDocument,
  type PlacedStep,
} from '../../../flow/index.ts';
import { HUOZI, joinOf, KINDS, MODDLE, type Element } from './kinds.ts';

/** A template as BPMN 2.0 with its diagram: what other tools draw, and `import.ts` reads again. */

const TASK = { width: 160, height: 64 };
const ROUND = { width: 36, height: 36 };
const GATE = { width: 50, height: 50 };
const GAP = { gapX: 60, gapY: 110 };
/** Distance of a join from what lies above it. */
const JOIN_GAP = 30;

interface Shape {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export async function exportBpmn(document: FlowDocument, name: string): Promise<string> {
  const moddle = new BpmnModdle({ huozi: MODDLE });
  const { xml } = await moddle.toXML(new Drawing(moddle, document, name).definitions(), {
    format: true,
  });
  return xml;
}

const isGate = (type: string): boolean =>
  ['condition', 'parallel', 'inclusive', 'router'].includes(type);
const sizeOfType = (type: string) =>
  isGate(type) ? GATE : ['start', 'end', 'delay', 'wait'].includes(type) ? ROUND : TASK;

class Drawing {
  readonly #steps: ReadonlyMap<string, PlacedStep>;
  readonly #elements = new Map<string, Element>();
  readonly #shapes = new Map<string, Shape>();
  readonly #flows: Element[] = [];

  constructor(
    private readonly moddle: BpmnModdle,
    private readonly document: FlowDocument,
    private readonly name: string,
  ) {
    this.#steps = new Map(placedSteps(document).map((step) => [step.id, step]));
  }

  definitions(): Element {
    this.#place();
    for (const step of this.#steps.values()) this.#element(step);
    this.#block(this.document.root, undefined);
    for (const step of this.#steps.values()) if (step.type === 'router') this.#routes(step);
    const process = this.moddle.create('bpmn:Process', {
      id: 'process',
      name: this.name,
      isExecutable: false,
      flowElements: [...this.#elements.values(), ...this.#flows],
    });
    return this.moddle.create('bpmn:Definitions', {
      id: 'definitions',
      targetNamespace: HUOZI,
      rootElements: [process],
      diagrams: [this.#diagram(process)],
    });
  }

  #place(): void {
    const layout = layoutTree(this.document, {
      sideBySide: new Set(['branches']),
      folded: new Set(),
      ...GAP,
      sizeOf: (id) => {
        const step = this.#steps.get(id);
        return step && sizeOfType(step.type);
      },
    });
    layout.boxes.forEach((box: LayoutBox) => this.#shapes.set(box.id, box));
    // Inner joins first: an outer one lies below them.
    for (const { id, type } of [...this.#steps.values()].toReversed())
      if (isGate(type) && type !== 'router') this.#placeJoin(id);
  }

  #placeJoin(id: string): void {
    const gate = this.#shapes.get(id)!;
    const inside = branchesOf(this.document, id).flatMap((branch) =>
      stepsIn(this.document, branch),
    );
    const below = inside.flatMap((step) => [
      this.#shapes.get(step)!,
      this.#shapes.get(joinOf(step)) ?? [],
    ]);
    const bottoms = [gate, ...below.flat()].map(({ y, height }) => y + height);
    this.#shapes.set(joinOf(id), {
      ...GATE,
      x: gate.x + (gate.width - GATE.width) / 2,
      y: Math.max(...bottoms) + JOIN_GAP,
    });
  }

  #element({ id, type, node }: PlacedStep): void {
    const kind = KINDS[type];
    const events = kind.event && [this.moddle.create(kind.event, {})];
    const element = this.moddle.create(kind.element, {
      id,
      name: calledOf(node),
      extensionElements: this.#details(type, node),
      ...(events && { eventDefinitions: events }),
      ...(type === 'subProcess' && { calledElement: node.settings?.['templateId'] }),
    });
    this.#elements.set(id, element);
    if (isGate(type) && type !== 'router')
      this.#elements.set(joinOf(id), this.moddle.create(kind.element, { id: joinOf(id) }));
  }

  /** What BPMN has no words for. */
  #details(type: PlacedStep['type'], { name, settings = {} }: PlacedStep['node']): Element {
    const details = this.moddle.create('huozi:Node', {
      type,
      settings: JSON.stringify(settings),
      ...(name !== undefined && { called: name }),
    });
    return this.moddle.create('bpmn:ExtensionElements', { values: [details] });
  }

  /** Connects the steps of a block; answers its first and its last element. */
  #block(block: string, join: string | undefined): string | undefined {
    const steps = stepsIn(this.document, block);
    steps.forEach((id, i) => {
      const step = this.#steps.get(id)!;
      const exit = branchesOf(this.document, id).length > 0 ? this.#branches(id) : id;
      const next = steps[i + 1] ?? join;
      if (next !== undefined && step.type !== 'end')
        this.#flow(exit, next, {}, step.type === 'router');
    });
    return steps[0];
  }

  #branches(id: string): string {
    const join = joinOf(id);
    for (const branch of branchesOf(this.document, id)) {
      const { name, when, default: isDefault } = this.document.nodes[branch]!;
      const first = this.#block(branch, join) ?? join;
      const condition = when === undefined ? {} : this.#condition(when);
      const named = { id: branch, ...(name !== undefined && { name }), ...condition };
      this.#flow(id, first, named, isDefault === true);
    }
    return join;
  }

  #condition(body: string): object {
    const expression = this.moddle.create('bpmn:FormalExpression', { language: 'huozi', body });
    return { conditionExpression: expression };
  }

  #routes({ id, node }: PlacedStep): void {
    const routes = (node.settings?.['routes'] ?? []) as { id: string; when: string; to: string }[];
    for (const route of routes)
      this.#flow(id, route.to, { id: `${id}_${route.id}`, ...this.#condition(route.when) }, false);
  }

  #flow(from: string, to: string, more: object, isDefault: boolean): void {
    const [source, target] = [this.#elements.get(from)!, this.#elements.get(to)!];
    const flow = this.moddle.create('bpmn:SequenceFlow', {
      id: `flow_${this.#flows.length + 1}`,
      ...more,
      sourceRef: source,
      targetRef: target,
    });
    source['outgoing'] = [...((source['outgoing'] as Element[]) ?? []), flow];
    target['incoming'] = [...((target['incoming'] as Element[]) ?? []), flow];
    if (isDefault) source['default'] = flow;
    this.#flows.push(flow);
  }

  #diagram(process: Element): Element {
    const shapes = [...this.#elements].map(([id, element]) => this.#shape(id, element));
    const edges = this.#flows.map((flow) => this.#edge(flow));
    const plane = this.moddle.create('bpmndi:BPMNPlane', {
      id: 'plane',
      bpmnElement: process,
      planeElement: [...shapes, ...edges],
    });
    return this.moddle.create('bpmndi:BPMNDiagram', { id: 'diagram', plane });
  }

  #shape(id: string, bpmnElement: Element): Element {
    const { x, y, width, height } = this.#shapes.get(id)!;
    const bounds = this.moddle.create('dc:Bounds', { x, y, width, height });
    return this.moddle.create('bpmndi:BPMNShape', { id: `${id}_shape`, bpmnElement, bounds });
  }

  #edge(flow: Element): Element {
    const shapeOf = (end: string) => this.#shapes.get(String((flow[end] as Element)['id']))!;
    const points = waypoints(shapeOf('sourceRef'), shapeOf('targetRef'));
    return this.moddle.create('bpmndi:BPMNEdge', {
      id: `${String(flow['id'])}_edge`,
      bpmnElement: flow,
      waypoint: points.map(([x, y]) => this.moddle.create('dc:Point', { x, y })),
    });
  }
}

type Waypoint = [x: number, y: number];

/** Down from the one, across, and down to the other; back up beside both. */
const waypoints = (from: Shape, to: Shape): Waypoint[] =>
  to.y >= from.y + from.height ? pointsDown(from, to) : pointsUp(from, to);

function pointsDown(from: Shape, to: Shape): Waypoint[] {
  const [start, end] = [from.x + from.width / 2, to.x + to.width / 2];
  const bottom = from.y + from.height;
  const middle = (bottom + to.y) / 2;
  const across: Waypoint[] = [
    [start, middle],
    [end, middle],
  ];
  return [[start, bottom], ...(start === end ? [] : across), [end, to.y]];
}

function pointsUp(from: Shape, to: Shape): Waypoint[] {
  const [right, end] = [from.x + from.width, to.x + to.width];
  const side = Math.max(right, end) + GAP.gapX / 2;
  const [start, middle] = [from.y + from.height / 2, to.y + to.height / 2];
  return [
    [right, start],
    [side, start],
    [side, middle],
    [end, middle],
  ];
}
