import '@arco-design/web-react/es/_util/react-19-adapter';
import './base-styles.ts';
import lines from '../../schemas/routes/index.json';
import type { RouteLine } from '../routing/routes.ts';
import { start } from './start.tsx';

void start({
  mode: 'history', lines: lines as RouteLine[],
  machines: (application) => ({ messages: async () => { const { messageBox } = await import('../message-box.ts'); return () => messageBox(application); } }),
});
