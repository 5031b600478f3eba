import { observer } from 'mobx-react-lite';
import { useApplication } from './context.ts';
import styles from './top-bar.module.css';

/** A thin line at the top of the window while a page is slow to come. */
export const TopBar = observer(function TopBar() {
  const { progress } = useApplication();
  return progress.visible ? (
    <div className={styles.bar} role="progressbar" aria-label="加载中" />
  ) : null;
});
