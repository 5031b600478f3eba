import { observer } from 'mobx-react-lite';
import { Outlet } from 'react-router-dom';
import { PageView } from '../../view/index.ts';
import { ShortcutHelp } from '../../ui/parts/index.ts';
import { useApplication } from './context.ts';
import { usePageDocument } from './use-page-document.ts';

const outlet = <Outlet />;

/**
 * The page around a page. Its parameters are those of the page inside and `path`, so that a menu
 * can mark itself.
 */
export const ShellLayout = observer(function ShellLayout({ shell }: { shell: string }) {
  const { ports, registry, navigation } = useApplication();
  const { load } = usePageDocument(shell);
  return (
    <>
      <PageView
        pageKey={shell}
        params={{ ...navigation.params, path: navigation.path }}
        ports={ports}
        registry={registry}
        load={load}
        outlet={outlet}
      />
      <ShortcutHelp />
    </>
  );
});
