import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type {
  FormBody,
  FormField,
  FormPublish,
  InputOf,
  OpenedForm,
  RecordValues,
  SmartForm,
} from '../../../contract/index.ts';
import { testServer, type Auth } from '../../testing.ts';

type More = Partial<InputOf<'bizmeta.smartform.submit'>>;
export type PublishedForm = SmartForm & { token: string };

const options = ['a', 'b', 'c'].map((code) => ({ code, label: code.toUpperCase() }));
export const field = (name: string, more: Partial<FormField> = {}): FormField => ({
  kind: 'field',
  field: name,
  ...more,
});
export const bodyOf = (
  publish: FormPublish,
  items: FormField[] = [field('title'), field('kind'), field('why'), field('amount')],
  more: Partial<FormBody> = {},
): FormBody => ({
  terminal: 'both',
  layout: { pages: [{ sections: [{ items }] }] },
  rules: [],
  validations: [],
  publish,
  ...more,
});
/**
 * A company with an object of visits (and shops they name), its builder and a user, and forms over
 * it.
 */
export async function smartFormsDriver() {
  const server = await testServer();
  const [builder, user] = [await server.signIn('builder'), await server.signIn('user')];
  const make = async (describe: InputOf<'bizmeta.describe.create'>['describe']) =>
    expect((await server.call('bizmeta.describe.create', { describe }, builder)).msg).toBe('ok');
  await make({
    apiName: 'shop',
    label: '门店',
    fields: [
      { apiName: 'name', label: '名称', type: 'text' },
      { apiName: 'open', label: '营业', type: 'boolean' },
    ],
  });
  await make({
    apiName: 'visit',
    label: '预约',
    fields: [
      { apiName: 'title', label: '称呼', type: 'text', required: true },
      { apiName: 'kind', label: '类别', type: 'singleSelect', options },
      { apiName: 'why', label: '原因', type: 'text' },
      { apiName: 'amount', label: '金额', type: 'integer', min: 0, max: 1000 },
      { apiName: 'secret', label: '内部评分', type: 'integer' },
      { apiName: 'source', label: '来源', type: 'text' },
      { apiName: 'photo', label: '照片', type: 'image' },
      { apiName: 'shop', label: '门店', type: 'lookup', refObject: 'shop' },
      { apiName: 'owner', label: '负责人', type: 'user' },
      { apiName: 'no', label: '编号', type: 'autoNumber' },
    ],
  });
  const shops = await server.call(
    'bizmeta.record.bulkCreate',
    {
      object: 'shop',
      records: [
        { name: '东门一店', open: true },
        { name: '东门二店', open: false },
      ],
    },
    builder,
  );

  const draft = (body: FormBody, as = builder) =>
    server.call('bizmeta.smartform.create', { object: 'visit', name: '预约登记', body }, as);
  async function published(body: FormBody, password?: string): Promise<PublishedForm> {
    const made = await draft(body);
    expect(made.msg).toBe('ok');
    const at =
      password === undefined
        ? made.data
        : (
            await server.call(
              'bizmeta.smartform.update',
              { id: made.data.id, version: made.data.version, password },
              builder,
            )
          ).data;
    const answer = await server.call(
      'bizmeta.smartform.publish',
      { id: at.id, version: at.version },
      builder,
    );
    expect(answer.msg).toBe('ok');
    return answer.data as PublishedForm;
  }
  const send = (
    { token, publishedVersion }: Pick<SmartForm, 'token' | 'publishedVersion'>,
    values: RecordValues,
    more: More = {},
    as?: Auth,
  ) =>
    server.call(
      'bizmeta.smartform.submit',
      { token: token!, values, formVersion: publishedVersion, requestId: randomUUID(), ...more },
      as,
    );
  const open = ({ token }: { token: string | null }, more: object = {}, as?: Auth) =>
    server.call('bizmeta.smartform.open', { token: token!, ...more }, as);
  const records = async (title: string) =>
    (
      await server.call(
        'bizmeta.record.list',
        { object: 'visit', filter: { field: 'title', op: 'eq', value: title } },
        builder,
      )
    ).data.records;
  return {
    server,
    builder,
    user,
    shopIds: (shops.data as { ids: string[] }).ids,
    draft,
    published,
    send,
    open,
    records,
    upload: uploader(server),
  };
}
export type SmartFormsDriver = Awaited<ReturnType<typeof smartFormsDriver>>;

/** A form that is not open says so by its name alone: no field, no object, nothing to send. */
export function expectClosed(opened: OpenedForm, state: OpenedForm['state']): void {
  expect(opened).toMatchObject({
    state,
    name: '预约登记',
    page: { origin: 'company', allows: [] },
  });
  expect(Object.keys(opened).sort()).toEqual(['name', 'page', 'state']);
  const text = JSON.stringify(opened);
  for (const hidden of ['称呼', 'record.', '"visit"', 'smartform.submit'])
    expect(text).not.toContain(hidden);
}

/** The smallest picture. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const BOUNDARY = 'huozi-form';
/** One file as a browser sends it. */
export function multipart(bytes: Buffer, file = 'a.png') {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${file}"\r\ncontent-type: image/png\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  };
}
const uploader =
  (server: Awaited<ReturnType<typeof testServer>>) =>
  async (token: string, name: string, bytes: Buffer, remoteAddress = '127.0.0.1') => {
    const { type, payload } = multipart(bytes);
    const answer = await server.inject({
      method: 'POST',
      url: `/bizmeta/v1/smartform/upload?token=${token}&field=${name}`,
      headers: { 'content-type': type },
      payload,
      remoteAddress,
    });
    return answer.json() as {
      code: number;
      data: { fileId: string; reason: string; mime: string };
    };
  };
