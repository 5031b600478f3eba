import type { NodeFault } from '../ports/ports.ts';

/** Faults one page keeps, for whoever asks why: more of them say nothing new. */
const MAX_KEPT = 20;

/** What broke in a running page, by node. */
export class Faults {
  private readonly kept: NodeFault[] = [];
  constructor(private readonly report: ((fault: NodeFault) => void) | undefined) {}
  add(fault: NodeFault): void {
    this.kept.unshift(fault);
    this.kept.length = Math.min(this.kept.length, MAX_KEPT);
    this.report?.(fault);
  }
  /** The newest first. */
  of(node: string): readonly NodeFault[] {
    return this.kept.filter((fault) => fault.node === node);
  }
}
