import { useCallback, useEffect, useMemo, useState } from 'react';
import { asFailure, type SubmissionDetail } from '../../src/contract/index.ts';
import type { EnginePorts } from '../../src/runtime/ports/index.ts';
import { useStable } from '../../src/ui/hooks/index.ts';
import { AnsweredPage, PageSkeleton } from '../../src/view/index.ts';
import { FormFailure, NO_SUBMISSION, NoticePage } from './notices.tsx';

interface SubmittedFormProps {
  /** Of the page around it. */
  ports: EnginePorts;
  id: string;
  inside: boolean;
  onOpened(name: string): void;
  onMissing(): void;
  onChange(submission: SubmissionDetail): void;
}
type Load =
  | { kind: 'loading' }
  | { kind: 'failed'; failure: Error }
  | { kind: 'there'; submission: SubmissionDetail };

/** What one has submitted, to be read. */
export function SubmittedForm(props: SubmittedFormProps) {
  const { ports, id, inside, onChange } = props;
  const [load, setLoad] = useState<Load>({ kind: 'loading' });
  const fetch = useCallback(() => {
    let cancelled = false;
    ports
      .call('bizmeta.smartform.submission', { id })
      .then(
        (submission): Load => ({ kind: 'there', submission: submission as SubmissionDetail }),
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
  }, [ports, id]);
  useEffect(fetch, [fetch]);
  const there = load.kind === 'there' ? load.submission : null;
  const missing = load.kind === 'failed' && asFailure(load.failure).code === 404;
  const notify = useStable(() => {
    if (there) props.onOpened(there.formName);
    if (missing) props.onMissing();
  });
  useEffect(notify, [there, missing, notify]);
  const own = useMemo<EnginePorts>(
    () => ({
      ...ports,
      describe: (apiName) =>
        apiName === 'form' && there ? Promise.resolve(there.describe) : ports.describe(apiName),
    }),
    [ports, there],
  );
  if (missing) return <NoticePage pageKey={NO_SUBMISSION} inside={inside} />;
  if (load.kind === 'failed')
    return (
      <FormFailure
        title="没有打开这次提交"
        text={load.failure.message}
        onRetry={() => {
          setLoad({ kind: 'loading' });
          fetch();
        }}
      />
    );
  if (!there) return <PageSkeleton />;
  return (
    <AnsweredPage
      page={there.page}
      params={{ inside }}
      ports={own}
      onEmit={(event) => {
        if (event === 'change') onChange(there);
      }}
    />
  );
}
