import { expect } from 'vitest';
import type {
  DescribeInput,
  FieldInput,
  FilterNode,
  Problem,
  RecordValues,
} from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

/** A field as a builder sends it. */
export const f = (
  apiName: string,
  label: string,
  type: FieldInput['type'],
  more: Partial<FieldInput> = {},
): FieldInput => ({ apiName, label, type, ...more });

/** Path and reason of a refusal: `/records/0/name REQUIRED`. */
export const places = (answer: { error: { errors?: Problem[] } }): string[] | undefined =>
  answer.error.errors?.map(({ path, reason }) => `${path} ${reason}`);
const fine = (answer: { msg: string; error?: { errors?: Problem[] } }) =>
  expect(answer.error?.errors ?? answer.msg).toBe('ok');

/** A server with a builder who defines objects and a user who stores records in them. */
export class TestClient {
  private constructor(
    readonly server: TestServer,
    readonly builder: Auth,
    readonly user: Auth,
  ) {}

  static async open(): Promise<TestClient> {
    const server = await testServer();
    return new TestClient(server, await server.signIn('builder'), await server.signIn('user'));
  }
  close = () => this.server.close();

  define = (describe: DescribeInput) =>
    this.server.call('bizmeta.describe.create', { describe }, this.builder);
  describe = async (apiName: string) =>
    (await this.server.call('bizmeta.describe.detail', { apiName }, this.builder)).data;
  update = (describe: DescribeInput) =>
    this.server.call('bizmeta.describe.update', { describe }, this.builder);
  /** Defines an object; fails the test when it is refused. */
  made = async (apiName: string, fields: FieldInput[]): Promise<void> =>
    fine(await this.define({ apiName, label: `${apiName}表`, fields }));

  create = (object: string, records: RecordValues[]) =>
    this.server.call('bizmeta.record.bulkCreate', { object, records }, this.user);
  /** Creates one record; fails the test when it is refused. Returns its id. */
  one = async (object: string, record: RecordValues): Promise<string> => {
    const answer = await this.create(object, [record]);
    fine(answer);
    return answer.data.ids[0]!;
  };
  edit = (object: string, id: string, version: number, values: RecordValues) =>
    this.server.call(
      'bizmeta.record.bulkEdit',
      { object, records: [{ id, version, ...values }] },
      this.user,
    );
  remove = (object: string, ...ids: string[]) =>
    this.server.call('bizmeta.record.bulkDelete', { object, ids }, this.user);
  restore = (object: string, ...ids: string[]) =>
    this.server.call('bizmeta.record.restore', { object, ids }, this.user);
  detail = async (object: string, id: string): Promise<RecordValues> => {
    const answer = await this.server.call('bizmeta.record.detail', { object, id }, this.user);
    expect(answer.msg).toBe('ok');
    return answer.data.record;
  };
  list = async (object: string, more: object = {}) => {
    const answer = await this.server.call(
      'bizmeta.record.list',
      { object, size: 200, ...more },
      this.user,
    );
    fine(answer);
    return answer.data;
  };
  /** Uploads a file; returns its id. */
  upload = async (name: string, bytes: Buffer): Promise<string> => {
    const boundary = 'huozi-desk';
    const payload = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const response = await this.server.inject({
      method: 'POST',
      url: '/storage/attachment/upload',
      headers: { ...this.user, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload,
    });
    return (response.json() as { data: { fileId: string } }).data.fileId;
  };
  /** Names of the records a filter finds. */
  found = async (object: string, filter: FilterNode) =>
    (await this.list(object, { filter, sort: [{ field: 'name', dir: 'asc' }] })).records.map(
      (record) => record['name'],
    );
}
