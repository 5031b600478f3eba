import { CONTRACTS } from './contracts.ts';
import { CUSTOMERS } from './customers.ts';
import { HIRING } from './hiring.ts';
import { MAINTENANCE } from './maintenance.ts';
import { PROJECTS } from './projects.ts';
import { STOCK } from './stock.ts';
import type { Template } from './template.ts';

/** The templates, in the order builders are shown them. */
export const TEMPLATES: readonly Template[] = [
  CUSTOMERS,
  PROJECTS,
  MAINTENANCE,
  STOCK,
  CONTRACTS,
  HIRING,
];
