import lines from '../../../schemas/routes/index.json';
import type { RouteLine } from '../routing/routes.ts';
import { runFirstScript } from './first-script.ts';

runFirstScript('history', lines as RouteLine[]);
void import('./index.tsx');
