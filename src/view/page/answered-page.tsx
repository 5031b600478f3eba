import { useEffect, useMemo, useState } from 'react';
import type { ServedDocument } from '../../contract/index.ts';
import type { FormRules } from '../../runtime/models/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import type { PageScope } from '../../runtime/scope/index.ts';
import { usePage, type LoadedPage } from '../context/context.ts';
import { useLeaveGuard } from '../hooks/use-layer.tsx';
import { PageView } from './page-view.tsx';

interface AnsweredPageProps {
  /** The page that came with the answer to a call, and what its origin may do. */
  page: ServedDocument;
  params: Readonly<Record<string, unknown>>;
  ports: EnginePorts;
  rules?: FormRules | null;
  onEmit?: (event: string, payload: unknown) => void;
  onScope?: (scope: PageScope | null) => void;
}
/** The form of a page that is filled in by rules. */
const FORM = 'record';

function useRules(scope: PageScope | null, rules: AnsweredPageProps['rules']): void {
  useEffect(() => {
    const form = scope?.forms.get(FORM);
    return form && rules ? rules.follow(form) : undefined;
  }, [scope, rules]);
}

/** A page that came with an answer, inside the page around it. */
export function AnsweredPage({ page, params, ports, rules, onEmit, onScope }: AnsweredPageProps) {
  const { registry, load } = usePage();
  const [scope, setScope] = useState<PageScope | null>(null);
  const follow = useLeaveGuard();
  const answered = page as LoadedPage;
  const { key } = answered.document;
  const find = useMemo(
    () => (asked: string) => (asked === key ? Promise.resolve(answered) : load(asked)),
    [key, answered, load],
  );
  useRules(scope, rules);
  return (
    <PageView
      pageKey={key}
      params={params}
      ports={ports}
      registry={registry}
      load={find}
      onScope={(running) => {
        setScope(running);
        follow(running);
        onScope?.(running);
      }}
      onEmit={onEmit}
    />
  );
}
