import '@arco-design/web-react/es/Button/style/index.css';
import '@arco-design/web-react/es/Modal/style/index.css';
import { Button, Modal } from '@arco-design/web-react';
import type { NodeHandle, WidgetViewProps } from '../../engine/kit/index.ts';
import { useGuardedClick } from '../../engine/index.ts';
import { numberOf, textOf, useLayer, useNarrow } from '../../engine/parts/index.ts';
import type { DialogProps } from './index.ts';

/** Confirm and cancel; the dialog closes when the event's actions all went well. */
function Buttons({ node, onCancel }: { node: NodeHandle<DialogProps>; onCancel: () => void }) {
  const ok = useGuardedClick(node, 'ok');
  const { danger } = node.props;
  return (
    <>
      <Button onClick={onCancel}>{textOf(node.props.cancel) || '取消'}</Button>
      <Button type="primary" status={danger ? 'danger' : 'default'} loading={ok.busy} onClick={() => ok.onClick()}>{textOf(node.props.ok) || '确定'}</Button>
    </>
  );
}

/** A small window over the page; a full page on a phone. */
export default function DialogView({ node }: WidgetViewProps<DialogProps>) {
  const { open, close, within } = useLayer(node);
  const narrow = useNarrow();
  const page = narrow ? { width: '100%', height: '100%', margin: 0, borderRadius: 0, maxWidth: 'none' } : { width: numberOf(node.props.width, 480), maxWidth: 'calc(100vw - 32px)' };
  const footer = node.hasSlot('footer') ? node.slot('footer') : node.handles('ok') ? <Buttons node={node} onCancel={close} /> : null;
  return (
    <Modal visible={open} onCancel={close} unmountOnExit maskClosable={false} alignCenter={!narrow} title={textOf(node.props.title)} footer={open ? footer : null} style={page}>
      {open && within(node.slot('body'))}
    </Modal>
  );
}
