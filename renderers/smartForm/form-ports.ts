import {
  asFailure,
  FORM_LOOKUP_MIN,
  type AddressValues,
  type AttachmentRef,
  type DataOf,
  type OpenedForm,
  type RecordValues,
} from '../../src/contract/index.ts';
import type { FormRules } from '../../src/runtime/models/index.ts';
import { createRecordNews, type EnginePorts } from '../../src/runtime/ports/index.ts';
import type { LoadedPage } from '../../src/view/index.ts';
import { formLabels } from './form-labels.ts';

/**
 * Identifies the user to the server: the link, the pass issued for a password, this browser, and
 * the key of an earlier submission.
 */
export interface FormCredentials {
  readonly token: string;
  readonly pass?: string | undefined;
  readonly visitor: string;
  readonly editKey?: string | undefined;
  /** Parameters of the address it was opened at. */
  readonly address?: AddressValues | undefined;
}

interface Options {
  readonly ports: EnginePorts;
  readonly credentials: FormCredentials;
  readonly form: OpenedForm;
  readonly rules: FormRules | null;
  /** The server has another version, or takes no more. */
  changed(): void;
}

const CAPTCHA = 'bizmeta.smartform.captcha';
const SUBMIT = 'bizmeta.smartform.submit';
/** Failures that mean the page is out of date. */
const OUTDATED_REASONS: ReadonlySet<unknown> = new Set([
  'FORM_CHANGED',
  'FORM_CLOSED',
  'FORM_UNKNOWN',
  'FORM_EDIT_CLOSED',
]);
/** The name of the form's own check among validators. */
const CHECK = 'form';

/** What identifies the user in every call of a form. */
export function sharedInput({ token, visitor, pass }: FormCredentials) {
  return { token, visitor, ...(pass !== undefined && { pass }) };
}

/** What is submitted, with who submits it. */
const contentOf = (
  { token, visitor, editKey, address }: FormCredentials,
  input: Record<string, unknown>,
): Record<string, unknown> => ({
  ...input,
  token,
  visitor,
  ...(editKey !== undefined && { editKey }),
  ...(address && { address }),
});

/** Sends a submission under its request id. */
function submission(
  { ports, credentials, changed }: Options,
  onAccepted: () => void,
): (input: Record<string, unknown>) => Promise<unknown> {
  const request = requestIds();
  return async (input) => {
    const content = contentOf(credentials, input);
    const { captcha: _, ...same } = content;
    const answer = await ports
      .call(SUBMIT, { ...content, ...sharedInput(credentials), requestId: request.of(same) })
      .catch((failure: unknown) => {
        if (OUTDATED_REASONS.has(asFailure(failure).reason)) changed();
        throw failure;
      });
    request.taken();
    onAccepted();
    return answer;
  };
}

/** Lists a lookup's records by the form's own search, which returns names and nothing else. */
async function searchLookup(
  { ports, credentials }: Options,
  field: string,
  input: Record<string, unknown>,
): Promise<Pick<DataOf<'bizmeta.record.list'>, 'records'>> {
  const found = (await ports.call('bizmeta.smartform.lookup', {
    ...sharedInput(credentials),
    field,
    search: String(input['search'] ?? ''),
  })) as DataOf<'bizmeta.smartform.lookup'>;
  return {
    records: found.map(({ id, label }): RecordValues => ({
      id,
      label,
    })) as DataOf<'bizmeta.record.list'>['records'],
  };
}

/** Uploads a file for a field as who fills in the form. */
const uploadOf =
  ({ ports, credentials }: Options): EnginePorts['upload'] =>
  async (file, onProgress, signal, field = '') =>
    (await ports.sendFile(
      'bizmeta.smartform.upload',
      { ...sharedInput(credentials), field },
      file,
      onProgress,
      signal,
    )) as AttachmentRef;

/**
 * Files of the form. Files of earlier submissions are not given to anonymous users: a file's id
 * opens nothing without a session.
 */
function filePorts(options: Options): Pick<EnginePorts, 'upload' | 'bytes' | 'download'> {
  const { ports } = options;
  const upload = uploadOf(options);
  const sent = new Map<string, Blob>();
  const isAnonymous = ports.person() === null;
  return {
    async upload(file, ...rest) {
      const ref = await upload(file, ...rest);
      sent.set(ref.fileId, file);
      return ref;
    },
    bytes: async (fileId, ...rest) => {
      const own = sent.get(fileId);
      if (own) return own;
      if (isAnonymous) throw new Error('this file was sent before');
      return ports.bytes(fileId, ...rest);
    },
    download: (fileId, name) =>
      isAnonymous
        ? Promise.resolve(ports.toast('info', '登录后才能下载已提交的文件'))
        : ports.download(fileId, name),
  };
}

/**
 * The ports of a form's page: its own calls with its token, its own describe and check, files of
 * its own fields.
 */
export function formPorts(options: Options): EnginePorts {
  const { ports, credentials, form, rules } = options;
  const { key } = (form.page as LoadedPage).document;
  const lookups = new Map(
    (form.describe?.fields ?? [])
      .filter((field) => field.refObject === field.apiName)
      .map((field) => [field.apiName, field]),
  );
  const labels = formLabels(ports, new Set(lookups.keys()), `${key}.names`);
  if (form.labels) labels.add(form.labels);
  const submit = submission(options, () => labels.forget());
  return {
    ...ports,
    ...filePorts(options),
    labels,
    // What the application around the form writes is not published to its page.
    news: createRecordNews(),
    call(id, input, callOptions) {
      if (id === SUBMIT) return submit(input);
      if (id === CAPTCHA)
        return ports.call(id, { ...input, ...sharedInput(credentials) }, callOptions);
      const object = input['object'];
      return id === 'bizmeta.record.list' && typeof object === 'string' && lookups.has(object)
        ? searchLookup(options, object, input)
        : ports.call(id, input, callOptions);
    },
    async describe(apiName) {
      if (apiName === 'form' && form.describe) return { ...form.describe, validator: CHECK };
      const lookup = lookups.get(apiName);
      return lookup && form.describe
        ? { ...form.describe, apiName, label: lookup.label, titleField: 'label', fields: [] }
        : ports.describe(apiName);
    },
    async validator(name) {
      return name === CHECK
        ? (values) => rules?.check(values) ?? []
        : ((await ports.validator?.(name)) ?? null);
    },
    // A form with lookups for anonymous users must not open or write other records.
    ...(lookups.size > 0 && { searchFrom: FORM_LOOKUP_MIN }),
    person: () => (lookups.size > 0 ? null : ports.person()),
  };
}

/**
 * A submission has one request id until it is accepted, so that sending it twice creates one
 * record; other content gets another id.
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
