declare module 'bpmn-moddle' {
  /** An element of a BPMN document; which properties it has says its type. */
  interface ModdleElement {
    readonly $type: string;
    [property: string]: unknown;
  }
  export class BpmnModdle {
    constructor(packages?: Readonly<Record<string, object>>);
    create(type: string, attributes: object): ModdleElement;
    fromXML(xml: string): Promise<{ rootElement: ModdleElement; warnings: readonly unknown[] }>;
    toXML(element: ModdleElement, options?: { format?: boolean }): Promise<{ xml: string }>;
  }
}
