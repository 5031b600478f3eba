import { useEffect, useMemo, useState } from 'react';
import { reaction } from 'mobx';
import type {
  Labels,
  ObjectDescribe,
  Problem,
  RecordValues,
  ServedDocument,
} from '../../src/contract/index.ts';
import type { EnginePorts } from '../../src/runtime/ports/index.ts';
import type { PageScope } from '../../src/runtime/scope/index.ts';
import { useStable } from '../../src/ui/hooks/index.ts';
import { valueOf } from '../../src/ui/parts/index.ts';
import { isRecord } from '../../src/values/index.ts';
import {
  AnsweredPage,
  PageSkeleton,
  recordFormPage,
  rightOf,
  sameJson,
  type FieldRights,
} from '../../src/view/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import type { RecordFormProps } from './index.ts';

const NO_RIGHTS: FieldRights = { '*': 'write' };
const READ_ONLY: FieldRights = { '*': 'read' };

const describeOf = (given: unknown): ObjectDescribe | null =>
  isRecord(given) && Array.isArray(given['fields']) ? (given as unknown as ObjectDescribe) : null;

/** Rights of a form that is only read: what is hidden stays hidden. */
function readOnly(rights: FieldRights): FieldRights {
  const hidden = Object.entries(rights).filter(([, right]) => right === 'hidden');
  return { ...READ_ONLY, ...Object.fromEntries(hidden) };
}

/** The value given first, as long as the content stays: the page computes props again. */
function useSame<T>(value: T): T {
  const [held, setHeld] = useState(value);
  if (held === value || sameJson(held, value)) return held;
  setHeld(value);
  return value;
}

/** Forms opened so far: other values are another form. */
let opened = 0;
/** The page of the form; it may do no more than a page of a company. */
function openForm(
  describe: ObjectDescribe,
  rights: FieldRights,
  values: RecordValues | null,
): { page: ServedDocument; params: Readonly<Record<string, unknown>> } {
  return {
    page: { document: recordFormPage(describe, rights), origin: 'company', allows: [] },
    params: { values: values ?? {} },
  };
}

/** The ports of the page around it, to which the object is as it was handed in. */
function useOwnPorts(ports: EnginePorts, describe: ObjectDescribe | null): EnginePorts {
  return useMemo(
    () => ({
      ...ports,
      describe: (apiName) =>
        describe && apiName === describe.apiName
          ? Promise.resolve(describe)
          : ports.describe(apiName),
    }),
    [ports, describe],
  );
}

/**
 * The bound cell has the fields that differ from the values handed in, null when none does. A cell
 * that is emptied from outside says that they are saved: what is in the form is where it goes on.
 */
function useChanges(
  node: WidgetViewProps<RecordFormProps>['node'],
  scope: PageScope | null,
  describe: ObjectDescribe | null,
  rights: FieldRights,
  values: RecordValues | null,
): void {
  const publish = useStable((changed: RecordValues) => {
    const isDirty = Object.keys(changed).length > 0;
    valueOf(node.bound)?.set(isDirty ? changed : null);
    if (node.handles('change')) void node.emit('change', { values: changed, isDirty });
  });
  const { bound } = node;
  useEffect(() => {
    const form = scope?.forms.get('record');
    if (!form || !describe) return;
    const written = describe.fields
      .filter((field) => ['write', 'required'].includes(rightOf(rights, field)))
      .map(({ apiName }) => apiName);
    let base = values ?? {};
    const stopPublishing = reaction(
      () => (form.started ? form.values() : null),
      (current) => {
        if (!current) return;
        const changed = written.filter(
          (name) => !sameJson(current[name] ?? null, base[name] ?? null),
        );
        publish(Object.fromEntries(changed.map((name) => [name, current[name] ?? null])));
      },
      { fireImmediately: true },
    );
    const stopWatching = reaction(
      () => valueOf(bound)?.value ?? null,
      (value) => {
        if (value !== null || !form.dirty) return;
        base = form.values();
        form.markSaved();
      },
    );
    return () => {
      stopPublishing();
      stopWatching();
    };
  }, [bound, scope, describe, rights, values, publish]);
}

/** The record's values are named so in what was sent: /record/days, /values/days. */
const SENT = /^\/(record|values)(?=\/)/;

/** Problems the server found are shown at their fields. */
function useProblems(scope: PageScope | null, problems: unknown): void {
  const found = useSame(problems);
  useEffect(() => {
    const form = scope?.forms.get('record');
    if (!form || !Array.isArray(found) || found.length === 0) return;
    const given = found as readonly Problem[];
    form.applyServerErrors(given.map((each) => ({ ...each, path: each.path.replace(SENT, '') })));
    form.focusFirstError();
  }, [scope, found]);
}

export default function RecordFormView({ node }: WidgetViewProps<RecordFormProps>) {
  const { props, ports, state } = node;
  const describe = useSame(describeOf(props.describe));
  const values = useSame(isRecord(props.values) ? (props.values as RecordValues) : null);
  const given = useSame(isRecord(props.rights) ? (props.rights as FieldRights) : NO_RIGHTS);
  const isRead = props.readonly === true || state.readonly || state.disabled;
  const rights = useMemo(() => (isRead ? readOnly(given) : given), [given, isRead]);
  const own = useOwnPorts(ports, describe);
  const [scope, setScope] = useState<PageScope | null>(null);

  const { labels } = props;
  useEffect(() => {
    if (isRecord(labels)) ports.labels.add(labels as Labels);
  }, [ports, labels]);

  const shown = useMemo(
    () => describe && { id: (opened += 1), ...openForm(describe, rights, values) },
    [describe, rights, values],
  );

  useChanges(node, scope, describe, rights, values);
  useProblems(scope, props.problems);

  if (!shown) return <PageSkeleton />;
  const { id, page, params } = shown;
  return <AnsweredPage key={id} page={page} params={params} ports={own} onScope={setScope} />;
}
