import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SubmissionDetail } from '../../contract/index.ts';
import { PageSkeleton } from '../../view/index.ts';
import { useStable } from '../../ui/hooks/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { noFormPage, submissionPage, type SheetOptions } from '../../page/index.ts';
import { useApplication } from '../shells/context.ts';
import { Notice } from '../shells/Notice.tsx';
import { momentText, GeneratedPage, pageKeyPart } from './GeneratedPage.tsx';

interface Props {
  id: string;
  inside?: boolean;
  onOpened?: ((name: string) => void) | undefined;
  onChange(submission: SubmissionDetail): void;
}
type Load =
  | { kind: 'loading' }
  | { kind: 'failed'; failure: { code?: number; message: string } }
  | { kind: 'there'; submission: SubmissionDetail };

/** What one has submitted, to be read. */
export default function SubmittedForm({ id, inside, onOpened, onChange }: Props) {
  const { api, ports } = useApplication();
  const [load, setLoad] = useState<Load>({ kind: 'loading' });
  const fetch = useCallback(() => {
    let cancelled = false;
    api
      .call('bizmeta.smartform.submission', { id })
      .then(
        (submission): Load => {
          ports.labels.add(submission.labels);
          return { kind: 'there', submission };
        },
        (failure: unknown): Load => ({ kind: 'failed', failure: failure as Error }),
      )
      .then(
        (next) => {
          if (!cancelled) setLoad(next);
        },
        () => undefined,
      );
    return () => {
      cancelled = true;
    };
  }, [api, ports, id]);
  useEffect(fetch, [fetch]);
  const there = load.kind === 'there' ? load.submission : null;
  const notifyOpened = useStable((name: string) => onOpened?.(name));
  useEffect(() => {
    if (there) notifyOpened(there.formName);
  }, [there, notifyOpened]);
  const own = useMemo<EnginePorts>(
    () => ({
      ...ports,
      describe: (apiName) =>
        apiName === 'form' && there ? Promise.resolve(there.describe) : ports.describe(apiName),
    }),
    [ports, there],
  );
  const sheet: SheetOptions = { key: pageKeyPart(id), inside };
  const page = useMemo(
    () => (there ? submissionPage(there, { key: pageKeyPart(id), inside }, momentText) : null),
    [there, id, inside],
  );
  if (load.kind === 'loading') return <PageSkeleton />;
  if (load.kind === 'failed' && load.failure.code === 404)
    return <GeneratedPage page={noFormPage(sheet, 'submission')} />;
  if (load.kind === 'failed')
    return (
      <Notice
        title="没有打开这次提交"
        text={load.failure.message}
        action="重试"
        onAction={() => {
          setLoad({ kind: 'loading' });
          fetch();
        }}
      />
    );
  return (
    <GeneratedPage
      page={page!}
      ports={own}
      onEmit={(event) => {
        if (event === 'change') onChange(load.submission);
      }}
    />
  );
}
