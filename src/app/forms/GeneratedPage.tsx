import { useMemo, useState } from 'react';
import type { FieldDescribe } from '../../contract/index.ts';
import { COMPANY_GRANT, type PageScope } from '../../runtime/scope/index.ts';
import { PageView } from '../../view/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { dateTimeText } from '../../values/index.ts';
import type { FormLogic, PageDocument } from '../../page/index.ts';
import { useApplication } from '../shells/context.ts';
import { useRuleEffects } from './use-rule-effects.ts';

interface GeneratedPageProps {
  page: PageDocument;
  ports?: EnginePorts | undefined;
  logic?: FormLogic | null;
  fields?: readonly FieldDescribe[];
  onScope?: ((scope: PageScope | null) => void) | undefined;
  onEmit?: (event: string, payload: unknown) => void;
}
const NONE: readonly FieldDescribe[] = [];

/** A page made here, of a form or of what there is to say about one. */
export function GeneratedPage({
  page,
  ports: own,
  logic,
  fields = NONE,
  onScope,
  onEmit,
}: GeneratedPageProps) {
  const { ports, registry, pages } = useApplication();
  const [scope, setScope] = useState<PageScope | null>(null);
  const load = useMemo(
    () => (asked: string) =>
      asked === page.key
        ? Promise.resolve({ ...COMPANY_GRANT, document: page })
        : pages.load(asked),
    [page, pages],
  );
  useRuleEffects(scope, logic ?? null, fields);
  const handleScope = (running: PageScope | null): void => {
    setScope(running);
    onScope?.(running);
  };
  return (
    <PageView
      pageKey={page.key}
      ports={own ?? ports}
      registry={registry}
      load={load}
      onScope={handleScope}
      onEmit={onEmit}
    />
  );
}

/** Date and time as text, in the company's time zone. */
export const momentText = (iso: string): string => dateTimeText(new Date(iso), false);
/**
 * A token reduced to letters and digits, as part of the key under which a page's unsaved work is
 * stored.
 */
export const pageKeyPart = (token: string): string =>
  `t${token.replace(/[^A-Za-z0-9]/g, '').slice(0, 40)}`;
