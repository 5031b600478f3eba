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
    const { create } = this.moddle;
    const settings = node.settings ?? {};
    const details = create.call(this.moddle, 'huozi:Node', {
      type,
      settings: JSON.stringify(settings),
      ...(node.name !== undefined && { called: node.name }),
    });
    const extensionElements = create.call(this.moddle, 'bpmn:ExtensionElements', {
      values: [details],
    });
    const kind = KINDS[type];
    const events = kind.event && [create.call(this.moddle, kind.event, {})];
    const element = create.call(this.moddle, kind.element, {
      id,
      name: calledOf(node),
      extensionElements,
      ...(events && { eventDefinitions: events }),
      ...(type === 'subProcess' && { calledElement: settings['templateId'] }),
    });
    this.#elements.set(id, element);
    if (isGate(type) && type !== 'router')
      this.#elements.set(joinOf(id), create.call(this.moddle, kind.element, { id: joinOf(id) }));
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
    const bounds = (shape: Shape) => this.moddle.create('dc:Bounds', { ...shape });
    const shapes = [...this.#elements].map(([id, bpmnElement]) => {
      const { x, y, width, height } = this.#shapes.get(id)!;
      return this.moddle.create('bpmndi:BPMNShape', {
        id: `${id}_shape`,
        bpmnElement,
        bounds: bounds({ x, y, width, height }),
      });
    });
    const edges = this.#flows.map((flow) =>
      this.moddle.create('bpmndi:BPMNEdge', {
        id: `${String(flow['id'])}_edge`,
        bpmnElement: flow,
        waypoint: this.#points(flow).map(([x, y]) => this.moddle.create('dc:Point', { x, y })),
      }),
    );
    const plane = this.moddle.create('bpmndi:BPMNPlane', {
      id: 'plane',
      bpmnElement: process,
      planeElement: [...shapes, ...edges],
    });
    return this.moddle.create('bpmndi:BPMNDiagram', { id: 'diagram', plane });
  }

  /** Down from the one, across, and down to the other; back up beside both. */
  #points(flow: Element): [number, number][] {
    const shapeOf = (end: string) => this.#shapes.get(String((flow[end] as Element)['id']))!;
    const [a, b] = [shapeOf('sourceRef'), shapeOf('targetRef')];
    const [ax, bx] = [a.x + a.width / 2, b.x + b.width / 2];
    const [bottom, top] = [a.y + a.height, b.y];
    if (top >= bottom) {
      const middle = (bottom + top) / 2;
      return ax === bx
        ? [
            [ax, bottom],
            [bx, top],
          ]
        : [
            [ax, bottom],
            [ax, middle],
            [bx, middle],
            [bx, top],
          ];
    }
    const side = Math.max(a.x + a.width, b.x + b.width) + GAP.gapX / 2;
    const [ay, by] = [a.y + a.height / 2, b.y + b.height / 2];
    return [
      [a.x + a.width, ay],
      [side, ay],
      [side, by],
      [b.x + b.width, by],
    ];
  }
}
