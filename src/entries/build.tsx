import '@arco-design/web-react/es/_util/react-19-adapter';
import './base-styles.ts';
import lines from '../../schemas/routes/build.json';
import type { RouteLine } from '../routing/routes.ts';
import { messageBox } from '../message-box.ts';
import { pageEditor } from '../page-editor.ts';
import { start } from './start.tsx';

void start({ mode: 'hash', lines: lines as RouteLine[], machines: (application) => ({ documentEditor: () => pageEditor(application), messages: () => messageBox(application) }) });
