import lines from '../../../schemas/routes/index.json';
import type { RouteLine } from '../routing/routes.ts';
import { start } from './start.tsx';

/** The main application: by its own HTML page, or in the document of the login page. */
export const mountMainApp = (): Promise<void> =>
  start({
    mode: 'history',
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
