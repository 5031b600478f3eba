import lines from '../../../schemas/routes/build.json';
import type { RouteLine } from '../routing/routes.ts';
import { startEarly } from './early.ts';

startEarly('hash', lines as RouteLine[]);
void import('./build.tsx');
