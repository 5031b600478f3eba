import lines from '../../../schemas/routes/passport.json';
import type { RouteLine } from '../routing/routes.ts';
import { runFirstScript } from './first-script.ts';

runFirstScript('hash', lines as RouteLine[]);
void import('./passport.tsx');
