import {
  TIME_ZONE,
  type AttachmentRef,
  type DataOf,
  type OpenedForm,
  type Problem,
  type RecordValues,
} from '../../contract/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import type { FormLogic } from '../../page/index.ts';
import type { Api } from '../api/index.ts';
import { formLabels } from './form-labels.ts';

/**
 * Who fills in, to the server: the link, the pass a password gave, this browser, and an earlier
 * submission's key.
 */
export interface Visit {
  readonly token: string;
  readonly pass?: string | undefined;
  readonly visitor: string;
  readonly editKey?: string | undefined;
}

interface Options {
  /** Names what is kept of the form on this device. */
  readonly key: string;
  readonly ports: EnginePorts;
  readonly api: Api;
  readonly visit: Visit;
  readonly form: OpenedForm;
  readonly logic: FormLogic | null;
  /** The server has another version, or takes no more. */
  changed(): void;
}

/** Calls that need the whole visit, by id. */
const KEYED = new Set(['bizmeta.smartform.submit', 'bizmeta.smartform.captcha']);
const SUBMIT = 'bizmeta.smartform.submit';
/** Failures that say the page is out of date. */
const OUTDATED: ReadonlySet<unknown> = new Set([
  'FORM_CHANGED',
  'FORM_CLOSED',
  'FORM_UNKNOWN',
  'FORM_EDIT_CLOSED',
]);
/** The name of the form's own check among validators. */
const CHECK = 'form';

/** Who a form's rules know as `user`: 0 is nobody. */
export const fillerOf = (ports: Pick<EnginePorts, 'person'>): string => ports.person()?.id ?? '0';

/**
 * The world as a form's page may see it: its own calls with its token, its own describe and check,
 * files of its own fields. A list of a lookup's records is the form's search, which answers names
 * and nothing else.
 */
export function formPorts({ key, ports, api, visit, form, logic, changed }: Options): EnginePorts {
  const sent = new Map<string, Blob>();
  const lookups = new Map(
    (form.describe?.fields ?? [])
      .filter((field) => field.refObject === field.apiName)
      .map((field) => [field.apiName, field]),
  );
  const labels = formLabels(ports, new Set(lookups.keys()), `form.${key}.names`);
  const isStranger = ports.person() === null;
  const request = requestIds();
  const keys = {
    token: visit.token,
    visitor: visit.visitor,
    ...(visit.pass !== undefined && { pass: visit.pass }),
  };

  async function submit(input: Record<string, unknown>): Promise<unknown> {
    const content = {
      ...input,
      token: visit.token,
      visitor: visit.visitor,
      ...(visit.editKey !== undefined && { editKey: visit.editKey }),
    };
    const { captcha: _, ...same } = content as Record<string, unknown>;
    const answer = await ports
      .call(SUBMIT, { ...content, ...keys, requestId: request.of(same) })
      .catch((failure: unknown) => {
        if (OUTDATED.has((failure as { reason?: string }).reason)) changed();
        throw failure;
      });
    request.taken();
    labels.forget();
    return answer;
  }
  async function search(
    field: string,
    input: Record<string, unknown>,
  ): Promise<Pick<DataOf<'bizmeta.record.list'>, 'records'>> {
    const found = await api.call('bizmeta.smartform.lookup', {
      ...keys,
      field,
      search: String(input['search'] ?? ''),
    });
    return {
      records: found.map(({ id, label }): RecordValues => ({
        id,
        label,
      })) as DataOf<'bizmeta.record.list'>['records'],
    };
  }
  const check = (values: RecordValues): readonly Problem[] => {
    const ctx = { now: ports.now(), timeZone: TIME_ZONE };
    return logic
      ? logic.check(logic.evaluate(values, ctx, fillerOf(ports), values), ctx, fillerOf(ports))
      : [];
  };
  return {
    ...ports,
    call(id, input, options) {
      if (id === SUBMIT) return submit(input);
      if (KEYED.has(id)) return ports.call(id, { ...input, ...keys }, options);
      if (id === 'bizmeta.smartform.unlock')
        return ports.call(id, { ...input, token: visit.token }, options);
      const object = input['object'];
      return id === 'bizmeta.record.list' && typeof object === 'string' && lookups.has(object)
        ? search(object, input)
        : ports.call(id, input, options);
    },
    async describe(apiName) {
      if (apiName === 'form' && form.describe) return { ...form.describe, validator: CHECK };
      const lookup = lookups.get(apiName);
      return lookup && form.describe
        ? { ...form.describe, apiName, label: lookup.label, titleField: 'label', fields: [] }
        : ports.describe(apiName);
    },
    async validator(name) {
      return name === CHECK ? check : ((await ports.validator?.(name)) ?? null);
    },
    async upload(file, onProgress, signal, field = ''): Promise<AttachmentRef> {
      const ref = await api.upload(file, onProgress, signal, {
        id: 'bizmeta.smartform.upload',
        query: { ...keys, field },
      });
      sent.set(ref.fileId, file);
      return ref;
    },
    labels,
    // What a stranger sent earlier is not given out again: a file's id opens nothing without a
    // session.
    bytes: async (fileId, ...rest) => {
      const own = sent.get(fileId);
      if (own) return own;
      if (isStranger) throw new Error('this file was sent before');
      return ports.bytes(fileId, ...rest);
    },
    download: (fileId, name) =>
      isStranger
        ? Promise.resolve(ports.toast('info', '登录后才能下载已提交的文件'))
        : ports.download(fileId, name),
    // Nobody opens or writes other records from a form that asks strangers.
    person: () => (lookups.size > 0 ? null : ports.person()),
  };
}

/**
 * A submission keeps its request id until it was taken, so that one sent twice is one; other
 * content is another.
 */
function requestIds() {
  let last: { text: string; id: string } | null = null;
  return {
    of(content: object): string {
      const text = JSON.stringify(content);
      if (last?.text !== text) last = { text, id: crypto.randomUUID() };
      return last.id;
    },
    taken(): void {
      last = null;
    },
  };
}
