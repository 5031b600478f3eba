// The object and the records of the bulk benchmark: an ordinary business object with a reference, a
// person and a unique code.
const STATES = ['open', 'done', 'lost'];
const TAGS = ['a', 'b', 'c'];
const options = (codes) => codes.map((code) => ({ code, label: `选项${code}` }));

export const OBJECT = 'benchBulk';
/** Fields in the order of COLUMNS below. */
export const FIELDS = [
  { apiName: 'name', label: '名称', type: 'text', required: true },
  { apiName: 'code', label: '编号', type: 'text', unique: true },
  { apiName: 'amount', label: '金额', type: 'currency', precision: 15, scale: 2 },
  { apiName: 'quantity', label: '数量', type: 'decimal', precision: 9, scale: 2 },
  { apiName: 'pieces', label: '件数', type: 'integer' },
  { apiName: 'day', label: '日期', type: 'date' },
  { apiName: 'at', label: '时刻', type: 'dateTime' },
  { apiName: 'urgent', label: '加急', type: 'boolean' },
  { apiName: 'state', label: '状态', type: 'singleSelect', options: options(STATES) },
  { apiName: 'tags', label: '标签', type: 'multiSelect', options: options(TAGS) },
  { apiName: 'customer', label: '客户', type: 'lookup', refObject: 'customer' },
  { apiName: 'owner', label: '负责人', type: 'user' },
  { apiName: 'remark', label: '备注', type: 'longText' },
];

/** The i-th record as a call carries it. */
export const recordOf = (i, customers, userId) => ({
  name: `第 ${i} 条记录`,
  code: `B${String(i).padStart(7, '0')}`,
  amount: ((i * 7919) % 1_000_000) / 100,
  quantity: (i % 900) / 4,
  pieces: i % 5000,
  day: `2026-${String((i % 12) + 1).padStart(2, '0')}-${String((i % 28) + 1).padStart(2, '0')}`,
  at: `2026-06-${String((i % 28) + 1).padStart(2, '0')} 09:30:00`,
  urgent: i % 7 === 0,
  state: STATES[i % 3],
  tags: i % 2 ? ['a', 'c'] : ['b'],
  customer: customers[i % customers.length],
  owner: userId,
  remark: i % 5 ? null : '客户要求分两批发货，先发一半。',
});

const cell = (value) =>
  value === null ? '\\N' : Array.isArray(value) ? `{${value.join(',')}}` : String(value);

/** The same record as a line of COPY's text format, with the columns every record has. */
export const lineOf = (record, id, now, userId) =>
  `${[id, 1, now, userId, now, userId, ...FIELDS.map(({ apiName, type }) => cell(type === 'dateTime' ? `${record[apiName]}+08` : record[apiName]))].join('\t')}\n`;
