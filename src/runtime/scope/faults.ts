import type { NodeFault } from '../ports/ports.ts';

/** Most faults recorded for one page. */
const MAX_KEPT = 20;

/** What broke in a running page, by node. */
export class Faults {
  private readonly list: NodeFault[] = [];
  constructor(private readonly report: ((fault: NodeFault) => void) | undefined) {}
  add(fault: NodeFault): void {
    this.list.unshift(fault);
    this.list.length = Math.min(this.list.length, MAX_KEPT);
    this.report?.(fault);
  }
  /** The newest first. */
  of(node: string): readonly NodeFault[] {
    return this.list.filter((fault) => fault.node === node);
  }
}
