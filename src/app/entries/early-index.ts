import lines from '../../../schemas/routes/index.json';
import type { RouteLine } from '../routing/routes.ts';
import { startEarly } from './early.ts';

startEarly('history', lines as RouteLine[]);
void import('./index.tsx');
