import { useId, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { Icon, iconButton } from '../../ui/icons/index.ts';
import { Layer } from '../../ui/overlay/index.ts';
import { LEAVE_QUESTION } from '../hooks/use-layer.tsx';
import type { OpenLayer, PageScope } from '../../runtime/scope/index.ts';
import { usePage } from '../context/context.ts';
import styles from './layers.module.css';

/** Closing by hand asks first when the page inside would lose work. */
function useClose(layer: OpenLayer, inside: { current: PageScope | null }): () => void {
  const { scope } = usePage();
  const asking = useRef(false);
  const ask = async (): Promise<void> => {
    asking.current = true;
    const loses = (await inside.current?.hasUnsavedWork()) ?? false;
    if (!loses || (await scope.ports.confirm(LEAVE_QUESTION)))
      layer.close({ event: 'close', data: null });
    asking.current = false;
  };
  return () => {
    if (!asking.current) void ask();
  };
}

const Title = observer(function Title({
  layer,
  inside,
}: {
  layer: OpenLayer;
  inside: PageScope | null;
}): ReactNode {
  return <>{layer.title ?? inside?.title ?? ''}</>;
});

function LayerPage({ layer }: { layer: OpenLayer }): ReactNode {
  const page = usePage();
  const running = useRef<PageScope | null>(null);
  const [inside, setInside] = useState<PageScope | null>(null);
  const close = useClose(layer, running);
  const id = useId();
  const content = useMemo(() => {
    const handleEvent = (event: string, data: unknown): void => {
      if (event === 'close' || layer.until.includes(event))
        layer.close({ event, data: data ?? null });
    };
    return page.embed(layer.page, layer.params, handleEvent, (scope) => {
      running.current = scope;
      setInside(scope);
    });
  }, [page, layer]);
  return (
    <Layer
      place={layer.place === 'drawer' ? 'right' : 'center'}
      width={`${layer.width}px`}
      labelledBy={id}
      maskCloses={layer.place === 'drawer'}
      onClose={close}
    >
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          <Title layer={layer} inside={inside} />
        </h2>
        <button
          type="button"
          className={iconButton.button}
          aria-label="关闭"
          title="关闭"
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className={styles.body}>{content}</div>
    </Layer>
  );
}

/** Pages that actions opened over this one: a chunk of its own, fetched with the first of them. */
export default observer(function OpenLayers({ scope }: { scope: PageScope }): ReactNode {
  return scope.layers.open.map((layer) => <LayerPage key={layer.id} layer={layer} />);
});
