import lines from '../../../schemas/routes/build.json';
import type { RouteLine } from '../routing/routes.ts';
import { runFirstScript } from './first-script.ts';

runFirstScript('hash', lines as RouteLine[]);
void import('./build.tsx');
