/**
 * What travels in a call: the body, the path parameters where it has some, and the data of its
 * answer.
 */
export interface CallExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly data?: unknown;
}

const ID = '01890000-0000-7000-8000-000000000001';
const CUSTOMER = { id: ID, version: 1, name: '华东机械', level: 'a' };

/**
 * Examples of the calls a program begins with: sign in, look at what there is, read and write
 * records. The other calls get an example made from their schema. A test checks each against its
 * call.
 */
export const EXAMPLES: Readonly<Record<string, CallExample | undefined>> = {
  'upm.anno.signIn': { body: { account: 'user', password: 'Huozi@2026' } },
  'bizmeta.app.list': { body: {} },
  'bizmeta.record.list': {
    params: { object: 'customer' },
    body: {
      filter: { field: 'name', op: 'contains', value: '华东' },
      sort: [{ field: 'createdAt', dir: 'desc' }],
      fields: ['name', 'level'],
      size: 20,
    },
    data: {
      records: [CUSTOMER],
      total: 1,
      totalIsEstimate: false,
      cursor: null,
      current: 1,
      size: 20,
      labels: {},
    },
  },
  'bizmeta.record.detail': {
    params: { object: 'customer' },
    body: { id: ID },
    data: { record: CUSTOMER, labels: {} },
  },
  'bizmeta.record.bulkCreate': {
    params: { object: 'customer' },
    body: { records: [{ name: '华东机械' }], requestId: 'import-2026-01-02-0001' },
    data: { ids: [ID] },
  },
  'bizmeta.record.bulkEdit': {
    params: { object: 'customer' },
    body: { records: [{ id: ID, version: 1, name: '华东机械有限公司' }] },
    data: { records: [{ id: ID, version: 2 }] },
  },
  'bizmeta.record.bulkDelete': {
    params: { object: 'customer' },
    body: { ids: [ID] },
    data: { count: 1, along: 0 },
  },
};
