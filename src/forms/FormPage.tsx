import { reaction } from 'mobx';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { TIME_ZONE } from '../../contract/index.ts';
import { PageSkeleton, PageView, type EnginePorts, type PageScope } from '../../engine/index.ts';
import { closedFormPage, FormLogic, isFilled, noFormPage, smartFormPage, type PageDocument } from '../../page/index.ts';
import { loginAddress } from '../routing/return-path.ts';
import { useApplication } from '../shells/context.ts';
import { Notice } from '../shells/Notice.tsx';
import { useLeaveGuard } from '../shells/use-leave-guard.ts';
import { usePageTitle } from '../shells/use-page-title.ts';
import { formPorts } from './form-ports.ts';
import { useForm, type Opened } from './use-form.ts';

const moment = (iso: string): string => new Intl.DateTimeFormat('zh-CN', { timeZone: TIME_ZONE, dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));
/** A token's letters and digits: they stand in the key a page's unsaved work is kept under. */
const wordOf = (token: string): string => `t${token.replace(/[^A-Za-z0-9]/g, '').slice(0, 40)}`;

/** A form's ground reaches the end of the screen, however short it is. */
const FRAME = { display: 'grid', minHeight: '100dvh' };

/** A smart form at its own address, for whoever its link lets in. */
export default function FormPage() {
  const { token = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const { load, reopen, unlocked } = useForm(token, query.get('edit') ?? undefined);
  if (load.kind === 'loading') return <main style={FRAME}><PageSkeleton /></main>;
  if (load.kind === 'failed') return <Notice title="表单没有打开" text={(load.failure as Error).message} action="重试" onAction={reopen} />;
  if (load.kind === 'unknown') return <Shown word={wordOf(token)} page={noFormPage(wordOf(token))} />;
  return <OpenedPage key={load.number} opened={load} reopen={reopen} unlocked={unlocked} change={(key) => setQuery({ edit: key })} again={() => { if (query.has('edit')) setQuery({}); else reopen(); }} />;
}

interface OpenedProps { opened: Opened; reopen(): void; unlocked(pass: string): void; change(key: string): void; again(): void }

function OpenedPage({ opened: { form, visit, values }, reopen, unlocked, change, again }: OpenedProps) {
  const { ports, api } = useApplication();
  const word = wordOf(visit.token);
  const own = useMemo(() => formPorts({ ports, api, visit, form, changed: reopen }), [ports, api, visit, form, reopen]);
  // A form that is closed may still be changed by who has submitted it.
  const fills = isFilled(form) && (form.state === 'open' || values !== undefined);
  const [page] = useState(() => (fills ? smartFormPage(form, { key: word, values, restored: values === undefined && hasDraft(own, word) }) : closedFormPage(form, word, moment)));
  const editKey = useRef(visit.editKey);
  const onEmit = (event: string, payload: unknown): void => {
    const given = (payload ?? {}) as { editKey?: string | null; pass?: string };
    if (event === 'sent' && given.editKey) editKey.current = given.editKey;
    if (event === 'unlocked' && given.pass) unlocked(given.pass);
    if (event === 'again') again();
    if (event === 'change' && editKey.current) { if (editKey.current === visit.editKey) reopen(); else change(editKey.current); }
    if (event === 'login') location.assign(loginAddress(location.pathname + location.search, ''));
  };
  const logic = useMemo(() => (fills ? new FormLogic(form.body, form.describe.fields) : null), [fills, form]);
  return <Shown word={word} page={page} ports={own} logic={logic} onEmit={onEmit} />;
}

const hasDraft = ({ remembered }: EnginePorts, word: string): boolean => Object.keys(remembered.get(`form.${word}.record.new`) ?? {}).length > 0;

interface ShownProps { word: string; page: PageDocument; ports?: EnginePorts; logic?: FormLogic | null; onEmit?: (event: string, payload: unknown) => void }

function Shown({ word, page, ports: own, logic, onEmit }: ShownProps) {
  const { ports, registry, pages } = useApplication();
  const [scope, setScope] = useState<PageScope | null>(null);
  const key = `form.${word}`;
  const load = useMemo(() => (asked: string) => (asked === key ? Promise.resolve(page) : pages.load(asked) as Promise<PageDocument>), [key, page, pages]);
  usePageTitle(scope);
  useLeaveGuard(scope, location.pathname);
  useSetters(scope, logic ?? null);
  return <main style={FRAME}><PageView pageKey={key} ports={own ?? ports} registry={registry} load={load} onScope={setScope} onEmit={onEmit} /></main>;
}

/** What rules set and clear, done while one fills in, by the very code the server does it with. */
function useSetters(scope: PageScope | null, logic: FormLogic | null): void {
  useEffect(() => {
    const form = scope?.forms.get('record');
    if (!form || !logic) return undefined;
    return reaction(() => form.values(), (values) => {
      if (form.status !== 'ready') return;
      const settled = logic.settle(values, form.context(), scope?.ports.person()?.id ?? '');
      for (const [name, value] of Object.entries(settled.values)) if (JSON.stringify(value ?? null) !== JSON.stringify(values[name] ?? null)) form.field(name).set(value ?? undefined);
    }, { fireImmediately: true });
  }, [scope, logic]);
}
