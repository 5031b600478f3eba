import type { Kernel } from '../../kernel/index.ts';

/** What a company offers to others of its industry. */
export function serveIndustry(_kernel: Kernel): void {}
