import '@arco-design/web-react/es/Button/style/index.css';
import { Button } from '@arco-design/web-react';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { useGuardedClick, useLayer } from '../../src/view/index.ts';
import { IconButton } from '../../src/ui/parts/index.ts';
import { Layer } from '../../src/ui/overlay/index.ts';
import { numberOf, textOf } from '../../src/values/index.ts';
import type { DialogProps } from './index.ts';
import styles from './View.module.css';

/** Confirm and cancel; the dialog closes when the event's actions all went well. */
function Buttons({ node, onCancel }: { node: NodeHandle<DialogProps>; onCancel: () => void }) {
  const ok = useGuardedClick(node, 'ok');
  const { danger } = node.props;
  return (
    <>
      <Button onClick={onCancel}>{textOf(node.props.cancel) || '取消'}</Button>
      <Button
        type="primary"
        status={danger ? 'danger' : 'default'}
        loading={ok.busy}
        onClick={() => ok.onClick()}
      >
        {textOf(node.props.ok) || '确定'}
      </Button>
    </>
  );
}

/**
 * A small window over the page; a full page on a phone. A press beside it does not close it, as
 * what was typed would be lost, unless the page says that nothing is.
 */
export default function DialogView({ node }: WidgetViewProps<DialogProps>) {
  const { open, close, inAddress, within } = useLayer(node);
  if (!open) return null;
  const footer = node.hasSlot('footer') ? (
    within(node.slot('footer'))
  ) : node.handles('ok') ? (
    <Buttons node={node} onCancel={close} />
  ) : null;
  return (
    <Layer
      place={node.props.place === 'top' ? 'top' : 'center'}
      width={`${numberOf(node.props.width, 480)}px`}
      labelledBy={node.domId('title')}
      maskCloses={node.props.maskCloses === true}
      onClose={close}
      inAddress={inAddress}
    >
      <div className={styles.head}>
        <h2 id={node.domId('title')} className={styles.title}>
          {textOf(node.props.title)}
        </h2>
        <IconButton label="关闭" icon="close" onClick={close} />
      </div>
      <div className={styles.body}>{within(node.slot('body'))}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </Layer>
  );
}
