// Pages of orders as people look at them: the SQL the product makes of each request, written out
// once by hand.

const FIELDS_SHOWN = [
  'orderNo',
  'customer',
  'status',
  'amount',
  'orderDay',
  'owner',
  'dept',
  'channel',
  'createdAt',
];
const NEWEST = { order: 'created_at DESC, id DESC', key: 'created_at' };
const asked = (more) => ({
  sort: [{ field: 'createdAt', dir: 'desc' }],
  fields: FIELDS_SHOWN,
  size: 50,
  ...more,
});

/** A page far behind, asked for by its number. */
const DEEP = 2_000;
/** A part of few order numbers. */
const PART = '004321';
/** The index of character pairs comes first: PostgreSQL cannot estimate how rare a part is. */
const containing = (o, orders) => `id = ANY(ARRAY(SELECT id FROM ${orders} WHERE deleted_at IS NULL
  AND bizmeta.grams(${o.orderNo}::text) @> bizmeta.grams($2::text) AND ${o.orderNo} ILIKE $1::text))`;

/** What a search of orders looks in: their numbers, and the initials of these (decision 25). */
const searched = (o, orders) => `id = ANY(ARRAY(SELECT id FROM ${orders} WHERE deleted_at IS NULL
  AND (bizmeta.grams(coalesce(${o.orderNo}::text, '')) || bizmeta.initials(coalesce(${o.orderNo}::text, '')))
    @> bizmeta.grams($2::text) AND ${o.orderNo} ILIKE $1::text))`;
/** The order of a select field's values is that of its options. */
const inOrder = (column, codes) =>
  `array_position(ARRAY[${codes.map((code) => `'${code}'`).join(', ')}]::text[], ${column})`;

/**
 * The lists: the request as the product takes it, and the statement of the floor. `where` and
 * `order` use the columns of 订单; every order has an amount, which the author of a handwritten
 * statement knows.
 */
export const LISTS = [
  {
    name: 'default',
    title: '默认视图',
    request: asked({}),
    where: () => 'true',
    order: () => NEWEST,
    values: [],
  },
  {
    name: 'sorted',
    title: '按金额排序',
    request: asked({ sort: [{ field: 'amount', dir: 'desc' }] }),
    where: (o) => `${o.amount} IS NOT NULL`,
    count: () => 'true',
    order: (o) => ({ order: `${o.amount} DESC, id DESC`, key: o.amount }),
    values: [],
  },
  {
    name: 'contains',
    title: '编号包含',
    request: asked({ filter: { field: 'orderNo', op: 'contains', value: PART } }),
    where: containing,
    order: () => NEWEST,
    values: [`%${PART}%`, PART],
  },
  {
    name: 'deep',
    title: `第 ${DEEP} 页`,
    request: asked({ current: DEEP }),
    where: () => 'true',
    order: () => NEWEST,
    current: DEEP,
    values: [],
  },
  {
    name: 'two',
    title: '两个条件',
    request: asked({
      filter: {
        op: 'and',
        items: [
          { field: 'status', op: 'eq', value: 'shipped' },
          { field: 'channel', op: 'eq', value: 'online' },
        ],
      },
    }),
    where: (o) => `${o.status} = $1::text AND ${o.channel} = $2::text`,
    order: () => NEWEST,
    values: ['shipped', 'online'],
  },
  {
    name: 'search',
    title: '搜索',
    request: asked({ search: PART }),
    where: searched,
    order: () => NEWEST,
    values: [`%${PART}%`, PART],
  },
  {
    name: 'related',
    title: '按客户的地区筛选',
    request: asked({ filter: { field: 'customer.region', op: 'eq', value: 'east' } }),
    where: (o, _orders, { customers, c }) =>
      `EXISTS (SELECT FROM ${customers} k WHERE k.id = ${o.customer} AND k.deleted_at IS NULL
        AND k.${c.region} = $1::text)`,
    order: () => NEWEST,
    values: ['east'],
  },
  {
    name: 'grouped',
    title: '按状态分组并合计',
    // As a grouped list asks: the records of a group come when it is opened.
    request: asked({
      groupBy: ['status'],
      summary: [{ field: 'amount', fn: 'sum' }],
      size: 0,
    }),
    where: () => 'true',
    order: () => NEWEST,
    grouped: true,
    values: [],
  },
];

/** Fields of 订单 and 客户 whose columns the statement names. */
export const FIELDS = {
  salesOrder: [
    'orderNo',
    'customer',
    'opportunity',
    'status',
    'amount',
    'paid',
    'orderDay',
    'deliverAt',
    'channel',
    'owner',
    'dept',
    'urgent',
    'contract',
    'remark',
  ],
  customer: ['name', 'region'],
  opportunity: ['name'],
};

/** `orders` and `customers` are tables, `tenant` an id, `o` and `c` hold columns by field. */
export function statementOf(names, list) {
  const { orders, customers, tenant, o, c } = names;
  const { order, key } = list.order(o);
  const [size, current] = [list.grouped ? 0 : 50, list.current ?? 1];
  const where = list.where(o, orders, names);
  return `
WITH page AS (SELECT row_number() OVER () AS n, q.* FROM (
  SELECT id, version, ${o.orderNo}, ${o.customer}, ${o.status}, ${o.amount}, ${o.orderDay},
    ${o.owner}, ${o.dept}, ${o.channel}, created_at
  FROM ${orders} WHERE deleted_at IS NULL AND ${where}
  ORDER BY ${order} LIMIT ${size + 1} OFFSET ${(current - 1) * size}) q),
total AS MATERIALIZED (SELECT CASE WHEN ${current} = 1 AND (SELECT count(*) FROM page) <= ${size}
  THEN (SELECT count(*) FROM page)
  ELSE (SELECT count(*) FROM (SELECT FROM ${orders} WHERE deleted_at IS NULL
    AND ${(list.count ?? list.where)(o, orders, names)} LIMIT 1001) x) END AS n)${list.grouped ? groupsOf(names) : ''}
SELECT '{"records":' || coalesce((SELECT json_agg(row_to_json(x))
  FROM (SELECT id, version, ${o.orderNo} AS "orderNo", ${o.customer} AS customer,
    ${o.status} AS status, ${o.amount} AS amount, ${o.orderDay} AS "orderDay", ${o.owner} AS owner,
      ${o.dept} AS dept, ${o.channel} AS channel,
    to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt" FROM page
      WHERE n <= ${size} ORDER BY n) x)::text, '[]')
  || ${list.grouped ? GROUPS : `(SELECT ',"total":' || least(n, 1000) || ',"totalIsEstimate":' || (n > 1000) FROM total)`}
  || ',"cursor":' || coalesce((SELECT to_json(replace(encode(convert_to(json_build_array(${key},
    id)::text, 'UTF8'), 'base64'), E'\\n', ''))
    FROM page WHERE n = ${size} AND EXISTS (SELECT FROM page WHERE n > ${size}))::text, 'null')
  || ',"current":${current},"size":${size},"labels":{"customer":'
  || (SELECT coalesce(json_object_agg(id, coalesce(${c.name}, '')), '{}') FROM ${customers}
    WHERE id = ANY(ARRAY(SELECT ${o.customer} FROM page)))::text || ',"user":'
  || (SELECT coalesce(json_object_agg(user_id, real_name), '{}') FROM upm.member
    WHERE tenant_id = '${tenant}' AND user_id = ANY(ARRAY(SELECT ${o.owner}
    FROM page)))::text || ',"dept":'
  || (SELECT coalesce(json_object_agg(id, title), '{}') FROM upm.dept WHERE tenant_id = '${tenant}'
    AND id = ANY(ARRAY(SELECT ${o.dept} FROM page)))::text
  || '}}' AS data`;
}

/** Groups by status with the sum of their amounts, and all records as one: read once. */
const groupsOf = ({ orders, o, statuses }) => `,
agg AS MATERIALIZED (SELECT ${o.status} AS g, grouping(${o.status}) AS whole, count(*) AS c,
  sum(${o.amount}) AS s FROM ${orders} WHERE deleted_at IS NULL GROUP BY ROLLUP (${o.status})),
top AS (SELECT *, row_number() OVER (ORDER BY g IS NULL, ${inOrder('g', statuses)}) AS n FROM agg
  WHERE whole = 0)`;
const SUM = `json_build_array(json_build_object('field', 'amount', 'fn', 'sum', 'value', s))`;
const GROUPS = `(SELECT ',"total":' || c || ',"totalIsEstimate":false,"summary":' || ${SUM}
    FROM agg WHERE whole = 1)
  || ',"groups":' || (SELECT json_agg(json_build_object('values', json_build_array(g), 'count', c,
    'summary', ${SUM}) ORDER BY n) FROM top) || ',"groupsMore":false'`;

const moment = (column) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const labels = (kind, key, name, from, ids) =>
  `'"${kind}":' || (SELECT coalesce(json_object_agg(${key}, coalesce(${name}, '')), '{}')
    FROM ${from} ${key} = ANY(ARRAY[${ids.join(', ')}]))::text`;

/** One order with all its fields, and the names of what they point to. */
export function detailOf({ orders, customers, opportunities, tenant, o, c, p }) {
  const own = ['orderNo', 'customer', 'opportunity', 'status', 'amount', 'paid', 'orderDay'];
  const rest = ['channel', 'owner', 'dept', 'urgent', 'contract', 'remark'];
  const cells = [...own, ...rest].map((field) => `${o[field]} AS "${field}"`);
  const people = [`r.${o.owner}`, 'r.created_by', 'r.updated_by'];
  const depts = [`r.${o.dept}`, 'r.owner_dept'];
  const parts = [
    labels('customer', 'id', c.name, `${customers} WHERE`, [`r.${o.customer}`]),
    labels('opportunity', 'id', p.name, `${opportunities} WHERE`, [`r.${o.opportunity}`]),
    labels('user', 'user_id', 'real_name', `upm.member WHERE tenant_id = '${tenant}' AND`, people),
    labels('dept', 'id', 'title', `upm.dept WHERE tenant_id = '${tenant}' AND`, depts),
  ];
  return `SELECT '{"record":' || row_to_json(x)::text || ',"labels":{' || ${parts.join(` || ',' || `)} || '}}' AS data
FROM ${orders} r CROSS JOIN LATERAL (SELECT r.id, r.version, r.owner_dept AS "ownerDept", ${cells.join(', ')},
  ${moment(`r.${o.deliverAt}`)} AS "deliverAt", ${moment('r.created_at')} AS "createdAt",
  ${moment('r.updated_at')} AS "updatedAt", r.created_by AS "createdBy", r.updated_by AS "updatedBy") x
WHERE r.id = $1::uuid AND r.deleted_at IS NULL`;
}

/** Changes an order's amount where its version is the one given, and logs what changed. */
export const updateOf = ({
  orders,
  log,
  o,
}) => `WITH old AS (SELECT id, version, ${o.amount} AS amount
  FROM ${orders} WHERE id = $1::uuid AND deleted_at IS NULL FOR UPDATE),
changed AS (UPDATE ${orders} t SET ${o.amount} = $3::numeric, version = t.version + 1,
  updated_at = now(), updated_by = $4::text FROM old WHERE t.id = old.id AND old.version = $2::integer
  RETURNING t.id, t.version, old.amount AS before),
logged AS (INSERT INTO ${log} (record_id, version, op, at, by, diff)
  SELECT id, version, 'edit', now(), $4::text, jsonb_build_object('${o.amount}',
    jsonb_build_array(before, $3::numeric)) FROM changed)
SELECT version FROM changed`;
