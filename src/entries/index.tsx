import '@arco-design/web-react/es/_util/react-19-adapter';
import './base-styles.ts';
import lines from '../../schemas/routes/index.json';
import { messageBox } from '../message-box.ts';
import type { RouteLine } from '../routing/routes.ts';
import { start } from './start.tsx';

void start({ mode: 'history', lines: lines as RouteLine[], machines: (application) => ({ messages: () => messageBox(application) }) });
