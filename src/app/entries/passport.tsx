import '@arco-design/web-react/es/_util/react-19-adapter';
import './base-styles.ts';
import lines from '../../../schemas/routes/passport.json';
import type { RouteLine } from '../routing/routes.ts';
import { start } from './start.tsx';

void start({
  mode: 'hash',
  lines: lines as RouteLine[],
  passport: { loadMainApp: () => import('./main-app-launcher.ts') },
});
