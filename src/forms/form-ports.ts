import type { AttachmentRef, DataOf, OpenedForm, RecordValues } from '../../contract/index.ts';
import type { EnginePorts } from '../../engine/index.ts';
import type { Api } from '../api/index.ts';

/** Who fills in, to the server: the link, the pass a password gave, this browser, and an earlier submission's key. */
export interface Visit { readonly token: string; readonly pass?: string | undefined; readonly visitor: string; readonly editKey?: string | undefined }

interface Options { readonly ports: EnginePorts; readonly api: Api; readonly visit: Visit; readonly form: OpenedForm; /** The server has another version, or takes no more. */ changed(): void }

/** Calls that need the whole visit, by id. */
const KEYED = new Set(['bizmeta.smartform.submit', 'bizmeta.smartform.captcha']);
const SUBMIT = 'bizmeta.smartform.submit';

/**
 * The world as a form's page may see it: its own calls with its token, its own describe, files of its own fields. A list of a
 * lookup's records is the form's search, which answers names and nothing else.
 */
export function formPorts({ ports, api, visit, form, changed }: Options): EnginePorts {
  const sent = new Map<string, Blob>();
  const lookups = new Map((form.describe?.fields ?? []).filter((field) => field.refObject === field.apiName).map((field) => [field.apiName, field]));
  const request = requestIds();
  const keys = { token: visit.token, visitor: visit.visitor, ...(visit.pass !== undefined && { pass: visit.pass }) };

  async function submit(input: Record<string, unknown>): Promise<unknown> {
    const whole = { ...input, ...keys, ...(visit.editKey !== undefined && { editKey: visit.editKey }) };
    const answer = await ports.call(SUBMIT, { ...whole, requestId: request.of(whole) }).catch((failure: unknown) => {
      const { reason } = failure as { reason?: string };
      if (reason === 'FORM_CHANGED' || reason === 'FORM_CLOSED' || reason === 'FORM_UNKNOWN') changed();
      throw failure;
    });
    request.taken();
    return answer;
  }
  async function search(field: string, input: Record<string, unknown>): Promise<Pick<DataOf<'bizmeta.record.list'>, 'records'>> {
    const found = await api.call('bizmeta.smartform.lookup', { ...keys, field, search: String(input['search'] ?? '') });
    return { records: found.map(({ id, label }): RecordValues => ({ id, label })) as DataOf<'bizmeta.record.list'>['records'] };
  }
  return {
    ...ports,
    call(id, input, options) {
      if (id === SUBMIT) return submit(input);
      if (KEYED.has(id)) return ports.call(id, { ...input, ...keys }, options);
      if (id === 'bizmeta.smartform.unlock') return ports.call(id, { ...input, token: visit.token }, options);
      const object = input['object'];
      return id === 'bizmeta.record.list' && typeof object === 'string' && lookups.has(object) ? search(object, input) : ports.call(id, input, options);
    },
    async describe(apiName) {
      if (apiName === 'form' && form.describe) return form.describe;
      const lookup = lookups.get(apiName);
      return lookup && form.describe ? { ...form.describe, apiName, label: lookup.label, titleField: 'label', fields: [] } : ports.describe(apiName);
    },
    async upload(file, onProgress, signal, field = ''): Promise<AttachmentRef> {
      const ref = await api.upload(file, onProgress, signal, { id: 'bizmeta.smartform.upload', query: { ...keys, field } });
      sent.set(ref.fileId, file);
      return ref;
    },
    bytes: (fileId, options) => { const own = sent.get(fileId); return own ? Promise.resolve(own) : ports.bytes(fileId, options); },
    // Nobody opens or writes other records from a form that asks strangers.
    person: () => (lookups.size > 0 ? null : ports.person()),
  };
}

/** A submission keeps its request id until it was taken, so that one sent twice is one; other content is another. */
function requestIds() {
  let last: { text: string; id: string } | null = null;
  return {
    of(input: object): string {
      const text = JSON.stringify(input);
      if (last?.text !== text) last = { text, id: crypto.randomUUID() };
      return last.id;
    },
    taken(): void { last = null; },
  };
}
