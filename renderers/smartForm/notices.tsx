import { EmptyState } from '../../src/ui/display/index.ts';
import { usePage } from '../../src/view/index.ts';

/** Pages of the program about a link that leads nowhere, and a submission that is not found. */
export const NO_FORM = 'error.noForm';
export const NO_SUBMISSION = 'error.noSubmission';

export function NoticePage({ pageKey, inside }: { pageKey: string; inside: boolean }) {
  return <>{usePage().embed(pageKey, { inside })}</>;
}

/** The server did not answer: said with what is here. */
export function FormFailure({
  title,
  text,
  onRetry,
}: {
  title: string;
  text: string;
  onRetry(): void;
}) {
  const retry = (
    <button type="button" onClick={onRetry}>
      重试
    </button>
  );
  return <EmptyState drawing="fault" tone="danger" title={title} text={text} action={retry} />;
}
