import type { Kernel } from '../../kernel/index.ts';

/** Members: lists, invitations, import, leaving. */
export function servePeople(_kernel: Kernel): void {}
