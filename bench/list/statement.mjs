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

/**
 * The five lists: the request as the product takes it, and the statement of the floor. `where` and
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
];

/** Fields of 订单 and 客户 whose columns the statement names. */
export const FIELDS = {
  salesOrder: ['orderNo', 'customer', 'status', 'amount', 'orderDay', 'owner', 'dept', 'channel'],
  customer: ['name'],
};

/** `orders` and `customers` are tables, `tenant` an id, `o` and `c` hold columns by field. */
export function statementOf({ orders, customers, tenant, o, c }, list) {
  const { order, key } = list.order(o);
  const [size, current] = [50, list.current ?? 1];
  const where = list.where(o, orders);
  return `
WITH page AS (SELECT row_number() OVER () AS n, q.* FROM (
  SELECT id, version, ${o.orderNo}, ${o.customer}, ${o.status}, ${o.amount}, ${o.orderDay},
    ${o.owner}, ${o.dept}, ${o.channel}, created_at
  FROM ${orders} WHERE deleted_at IS NULL AND ${where}
  ORDER BY ${order} LIMIT ${size + 1} OFFSET ${(current - 1) * size}) q),
total AS MATERIALIZED (SELECT CASE WHEN ${current} = 1 AND (SELECT count(*) FROM page) <= ${size}
  THEN (SELECT count(*) FROM page)
  ELSE (SELECT count(*) FROM (SELECT FROM ${orders} WHERE deleted_at IS NULL
    AND ${(list.count ?? list.where)(o, orders)} LIMIT 1001) x) END AS n)
SELECT '{"records":' || coalesce((SELECT json_agg(row_to_json(x))
  FROM (SELECT id, version, ${o.orderNo} AS "orderNo", ${o.customer} AS customer,
    ${o.status} AS status, ${o.amount} AS amount, ${o.orderDay} AS "orderDay", ${o.owner} AS owner,
      ${o.dept} AS dept, ${o.channel} AS channel,
    to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt" FROM page
      WHERE n <= ${size} ORDER BY n) x)::text, '[]')
  || (SELECT ',"total":' || least(n, 1000) || ',"totalIsEstimate":' || (n > 1000) FROM total)
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
