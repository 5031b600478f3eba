import type { Kernel } from '../../kernel/index.ts';

/** The tree of departments and who leads them. */
export function serveOrg(_kernel: Kernel): void {}
