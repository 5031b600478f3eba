import '@arco-design/web-react/es/_util/react-19-adapter';
import './base-styles.ts';
import lines from '../../../schemas/routes/build.json';
import type { RouteLine } from '../routing/routes.ts';
import { start } from './start.tsx';

void start({
  mode: 'hash',
  lines: lines as RouteLine[],
  machines: (application) => ({
    documentEditor: async () => {
      const { documentEditor } = await import('../application/document-editor.ts');
      return () => documentEditor(application);
    },
    messages: async () => {
      const { messageBox } = await import('../application/message-box.ts');
      return () => messageBox(application);
    },
  }),
});
