import type { FlowNodeType } from '../../../contract/index.ts';

/** An element as bpmn-moddle has it. */
export interface Element {
  readonly $type: string;
  [property: string]: unknown;
}

/** The namespace of what BPMN has no place for: settings of nodes. */
export const HUOZI = 'urn:huozi:flow:1';
export const MODDLE = {
  name: 'Huozi',
  uri: HUOZI,
  prefix: 'huozi',
  xml: { tagAlias: 'lowerCase' },
  types: [
    {
      name: 'Node',
      superClass: ['Element'],
      properties: [
        { name: 'type', isAttr: true, type: 'String' },
        { name: 'called', isAttr: true, type: 'String' },
        { name: 'settings', isAttr: true, type: 'String' },
      ],
    },
  ],
};

interface BpmnKind {
  readonly element: string;
  /** What makes an event happen. */
  readonly event?: string;
}
/** What each kind of node is in BPMN. */
export const KINDS: Readonly<Record<FlowNodeType, BpmnKind>> = {
  start: { element: 'bpmn:StartEvent' },
  approve: { element: 'bpmn:UserTask' },
  handle: { element: 'bpmn:UserTask' },
  cc: { element: 'bpmn:SendTask' },
  condition: { element: 'bpmn:ExclusiveGateway' },
  parallel: { element: 'bpmn:ParallelGateway' },
  inclusive: { element: 'bpmn:InclusiveGateway' },
  router: { element: 'bpmn:ExclusiveGateway' },
  subProcess: { element: 'bpmn:CallActivity' },
  delay: { element: 'bpmn:IntermediateCatchEvent', event: 'bpmn:TimerEventDefinition' },
  wait: { element: 'bpmn:IntermediateCatchEvent', event: 'bpmn:ConditionalEventDefinition' },
  trigger: { element: 'bpmn:ServiceTask' },
  end: { element: 'bpmn:EndEvent' },
};

/** The kind of node an element of another tool becomes; undefined for what has no counterpart. */
export function kindOfElement({ $type, eventDefinitions }: Element): FlowNodeType | undefined {
  const events = (eventDefinitions ?? []) as Element[];
  if ($type === 'bpmn:IntermediateCatchEvent')
    return events[0]?.$type === 'bpmn:TimerEventDefinition'
      ? 'delay'
      : events[0]?.$type === 'bpmn:ConditionalEventDefinition'
        ? 'wait'
        : undefined;
  return OTHERS[$type];
}
const OTHERS: Readonly<Partial<Record<string, FlowNodeType>>> = {
  'bpmn:StartEvent': 'start',
  'bpmn:UserTask': 'approve',
  'bpmn:ManualTask': 'handle',
  'bpmn:Task': 'handle',
  'bpmn:SendTask': 'cc',
  'bpmn:ExclusiveGateway': 'condition',
  'bpmn:ParallelGateway': 'parallel',
  'bpmn:InclusiveGateway': 'inclusive',
  'bpmn:CallActivity': 'subProcess',
  'bpmn:ServiceTask': 'trigger',
  'bpmn:EndEvent': 'end',
};

/** The element where the branches of a node meet again. */
export const joinOf = (id: string): string => `${id}_join`;
