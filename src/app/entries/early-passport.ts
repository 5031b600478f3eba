import lines from '../../../schemas/routes/passport.json';
import type { RouteLine } from '../routing/routes.ts';
import { startEarly } from './early.ts';

startEarly('hash', lines as RouteLine[]);
void import('./passport.tsx');
