import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import type { PageScope } from '../../runtime/scope/index.ts';
import { useLeaveGuard } from '../shells/use-leave-guard.ts';
import { usePageTitle } from '../shells/use-page-title.ts';
import SmartForm from './SmartForm.tsx';

/** A form's ground reaches the end of the screen, however short it is. */
const FRAME = { display: 'grid', minHeight: '100dvh' };

/** A smart form at its own address, for everyone its link admits. */
export default function FormPage() {
  const { token = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const [scope, setScope] = useState<PageScope | null>(null);
  usePageTitle(scope);
  useLeaveGuard(scope, location.pathname);
  return (
    <main style={FRAME}>
      <SmartForm
        key={token}
        token={token}
        edit={query.get('edit') ?? undefined}
        onEdit={(edit) => setQuery(edit === undefined ? {} : { edit })}
        onScope={setScope}
      />
    </main>
  );
}
