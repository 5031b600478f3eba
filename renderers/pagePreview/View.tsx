import { useCallback, useEffect, useMemo } from 'react';
import { PageView, usePage } from '../../engine/index.ts';
import type { WidgetViewProps } from '../../engine/kit/index.ts';
import { FailureCard, isRecord, numberOf, textOf } from '../../engine/parts/index.ts';
import { TRIAL_EVENT, previewFault, trialDocument, trialPorts, type Trial } from '../../engine/preview/index.ts';
import type { PagePreviewProps } from './index.ts';
import styles from './View.module.css';

const PREVIEW_KEY = 'preview';
const NO_PARAMS = {};

/** The whole window dark while this is there: what a page opens over itself is dark as well. */
function useDark(on: boolean): void {
  useEffect(() => {
    if (!on) return undefined;
    const before = document.body.getAttribute('arco-theme');
    document.body.setAttribute('arco-theme', 'dark');
    return () => { if (before === null) document.body.removeAttribute('arco-theme'); else document.body.setAttribute('arco-theme', before); };
  }, [on]);
}

/** A document given as data, running: with the real server or a trial one, its events told, its writes and moves those of a trial. */
export default function PagePreviewView({ node }: WidgetViewProps<PagePreviewProps>) {
  const { registry, load } = usePage();
  const { document: given, params, width, dark, data, watch, readonly, disabled, label } = node.props;
  useDark(dark === true);
  const text = JSON.stringify(given ?? null);
  const trial = useMemo<Trial>(() => ({ watch: textOf(watch), readonly: readonly === true, disabled: disabled === true }), [watch, readonly, disabled]);
  const made = useMemo(() => {
    try { return { page: trialDocument(JSON.parse(text), trial, registry) }; } catch (error) { return { fault: previewFault(error) }; }
  }, [text, trial, registry]);
  const ports = useMemo(() => trialPorts(node.ports, data ?? 'real'), [node, data]);
  // What the page embeds comes from where pages come from.
  const find = useCallback((key: string) => (key === PREVIEW_KEY && made.page ? Promise.resolve(made.page) : load(key)), [made, load]);
  const heard = (event: string, payload: unknown) => { if (event === TRIAL_EVENT) void node.emit('event', payload); };
  if (given === null || given === undefined) return null;
  const size = numberOf(width, 0);
  return (
    <section aria-label={textOf(label) || '预览'} className={size ? `${styles.frame} ${styles.sized}` : styles.frame} style={{ maxWidth: size || undefined }}>
      {made.fault === undefined
        ? <PageView trial pageKey={PREVIEW_KEY} params={isRecord(params) ? params : NO_PARAMS} ports={ports} registry={registry} load={find} onEmit={heard} />
        : <FailureCard text={`无法预览：${made.fault}`} />}
    </section>
  );
}
