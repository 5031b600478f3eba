import '@arco-design/web-react/es/Drawer/style/index.css';
import { Drawer } from '@arco-design/web-react';
import type { NodeHandle, WidgetViewProps } from '../../engine/kit/index.ts';
import { Icon } from '../../engine/theme/index.ts';
import { numberOf, textOf, useLayer, useNarrow } from '../../engine/parts/index.ts';
import type { DrawerProps } from './index.ts';
import styles from './View.module.css';

function IconButton({ label, icon, off = false, onClick }: { label: string; icon: string; off?: boolean; onClick: () => void }) {
  return <button type="button" className={styles.icon} aria-label={label} title={label} disabled={off} onClick={onClick}><Icon name={icon} /></button>;
}

function Head({ node, onClose }: { node: NodeHandle<DrawerProps>; onClose: () => void }) {
  const { hasPrev, hasNext } = node.props;
  return (
    <div className={styles.head}>
      <h2 id={node.domId('title')} className={styles.title}>{textOf(node.props.title)}</h2>
      <div className={styles.tools}>
        {node.slot('extra')}
        {node.handles('prev') && <IconButton label="上一条" icon="up" off={hasPrev === false} onClick={() => void node.emit('prev')} />}
        {node.handles('next') && <IconButton label="下一条" icon="down" off={hasNext === false} onClick={() => void node.emit('next')} />}
        <IconButton label="关闭" icon="close" onClick={onClose} />
      </div>
    </div>
  );
}

/** Slides in from the right over the page; a full page on a phone. Its content lives only while it is open. */
export default function DrawerView({ node }: WidgetViewProps<DrawerProps>) {
  const { open, close, within } = useLayer(node);
  const narrow = useNarrow();
  return (
    <Drawer visible={open} onCancel={close} closable={false} unmountOnExit escToExit title={open ? <Head node={node} onClose={close} /> : null}
      width={narrow ? '100%' : `min(${numberOf(node.props.width, 720)}px, 100vw)`} footer={open && node.hasSlot('footer') ? node.slot('footer') : null}
      headerStyle={{ height: 56, padding: '0 16px 0 24px' }} bodyStyle={{ padding: narrow ? 16 : 24 }}>
      {open && within(node.slot('body'))}
    </Drawer>
  );
}
