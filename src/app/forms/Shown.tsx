import { useMemo, useState } from 'react';
import type { FieldDescribe } from '../../contract/index.ts';
import { COMPANY_GRANT, type PageScope } from '../../runtime/scope/index.ts';
import { PageView } from '../../view/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { dateTimeText } from '../../values/index.ts';
import type { FormLogic, PageDocument } from '../../page/index.ts';
import { useApplication } from '../shells/context.ts';
import { useSetters } from './use-setters.ts';

interface ShownProps {
  page: PageDocument;
  ports?: EnginePorts | undefined;
  logic?: FormLogic | null;
  fields?: readonly FieldDescribe[];
  onScope?: ((scope: PageScope | null) => void) | undefined;
  onEmit?: (event: string, payload: unknown) => void;
}
const NONE: readonly FieldDescribe[] = [];

/** A page made here, of a form or of what there is to say about one. */
export function Shown({ page, ports: own, logic, fields = NONE, onScope, onEmit }: ShownProps) {
  const { ports, registry, pages } = useApplication();
  const [scope, setScope] = useState<PageScope | null>(null);
  const load = useMemo(
    () => (asked: string) =>
      asked === page.key
        ? Promise.resolve({ ...COMPANY_GRANT, document: page })
        : pages.load(asked),
    [page, pages],
  );
  useSetters(scope, logic ?? null, fields);
  const tell = (running: PageScope | null): void => {
    setScope(running);
    onScope?.(running);
  };
  return (
    <PageView
      pageKey={page.key}
      ports={own ?? ports}
      registry={registry}
      load={load}
      onScope={tell}
      onEmit={onEmit}
    />
  );
}

/** A moment in words, in the company's time zone. */
export const momentText = (iso: string): string => dateTimeText(new Date(iso), false);
/** A token's letters and digits: they stand in the key a page's unsaved work is kept under. */
export const wordOf = (token: string): string =>
  `t${token.replace(/[^A-Za-z0-9]/g, '').slice(0, 40)}`;
