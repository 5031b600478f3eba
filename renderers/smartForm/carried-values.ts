import { when } from 'mobx';
import { useRef, type RefObject } from 'react';
import type { RecordValues } from '../../src/contract/index.ts';
import type { EnginePorts } from '../../src/runtime/ports/index.ts';
import type { PageScope } from '../../src/runtime/scope/index.ts';
import { useStable } from '../../src/ui/hooks/index.ts';

/** The form that is filled in, of a page that was made for it. */
const formOf = (scope: PageScope | null) => scope?.forms.get('record');

/**
 * What was typed goes on in the form that takes the place of this one, when its builder published
 * another version: a submission that is changed has no draft, and not every browser can store one.
 */
export function useCarriedValues(
  typed: RefObject<RecordValues | null>,
  ports: EnginePorts,
  reopen: () => void,
) {
  const running = useRef<PageScope | null>(null);
  const changed = useStable(() => {
    typed.current = formOf(running.current)?.changes() ?? null;
    reopen();
  });
  const onScope = useStable((scope: PageScope | null) => {
    running.current = scope;
    const form = formOf(scope);
    const values = Object.entries(typed.current ?? {});
    // A form that is closed by now takes nothing, nor does one that is begun after it.
    if (scope) typed.current = null;
    if (!form || values.length === 0) return;
    void when(() => form.status === 'ready').then(() => {
      for (const [name, value] of values)
        if (form.hasField(name)) form.field(name).set(value ?? undefined);
      ports.toast('info', '表单有更新，你填写的内容已保留，请检查后再提交');
    });
  });
  return { changed, onScope };
}
