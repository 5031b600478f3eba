// A page of orders in one state, the newest first: the SQL the product makes of that request, written out once by hand.

/** The request as the product takes it; the floor takes its one parameter. */
export const REQUEST = {
  filter: { field: 'status', op: 'eq', value: 'shipped' },
  sort: [{ field: 'createdAt', dir: 'desc' }],
  fields: ['orderNo', 'customer', 'status', 'amount', 'orderDay', 'owner', 'dept', 'channel', 'createdAt'],
  size: 50,
};
export const FLOOR_REQUEST = { status: REQUEST.filter.value };

/** Fields of 订单 and 客户 whose columns the statement names. */
export const FIELDS = { salesOrder: ['orderNo', 'customer', 'status', 'amount', 'orderDay', 'owner', 'dept', 'channel'], customer: ['name'] };

/** `orders` and `customers` are tables, `tenant` an id, `signature` names the order in a cursor, `o` and `c` hold columns by field. */
export const statementOf = ({ orders, customers, tenant, signature, o, c }) => `
WITH page AS (SELECT row_number() OVER () AS n, q.* FROM (
  SELECT id, version, ${o.orderNo}, ${o.customer}, ${o.status}, ${o.amount}, ${o.orderDay}, ${o.owner}, ${o.dept}, ${o.channel}, created_at
  FROM ${orders} WHERE deleted_at IS NULL AND ${o.status} = $1::text
  ORDER BY created_at DESC, id DESC LIMIT 51) q),
total AS MATERIALIZED (SELECT CASE WHEN (SELECT count(*) FROM page) <= 50 THEN (SELECT count(*) FROM page)
  ELSE (SELECT count(*) FROM (SELECT FROM ${orders} WHERE deleted_at IS NULL AND ${o.status} = $1::text LIMIT 1001) x) END AS n)
SELECT '{"records":' || coalesce((SELECT json_agg(row_to_json(x)) FROM (SELECT id, version, ${o.orderNo} AS "orderNo", ${o.customer} AS customer,
    ${o.status} AS status, ${o.amount} AS amount, ${o.orderDay} AS "orderDay", ${o.owner} AS owner, ${o.dept} AS dept, ${o.channel} AS channel,
    to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt" FROM page WHERE n <= 50 ORDER BY n) x)::text, '[]')
  || (SELECT ',"total":' || least(n, 1000) || ',"totalIsEstimate":' || (n > 1000) FROM total)
  || ',"cursor":' || coalesce((SELECT to_json('${signature}.' || replace(encode(convert_to(json_build_array(created_at, id)::text, 'UTF8'), 'base64'), E'\\n', ''))
    FROM page WHERE n = 50 AND EXISTS (SELECT FROM page WHERE n > 50))::text, 'null')
  || ',"current":1,"size":50,"labels":{"customer":'
  || (SELECT coalesce(json_object_agg(id, coalesce(${c.name}, '')), '{}') FROM ${customers} WHERE id = ANY(ARRAY(SELECT ${o.customer} FROM page)))::text || ',"user":'
  || (SELECT coalesce(json_object_agg(user_id, real_name), '{}') FROM upm.member WHERE tenant_id = '${tenant}' AND user_id = ANY(ARRAY(SELECT ${o.owner} FROM page)))::text || ',"dept":'
  || (SELECT coalesce(json_object_agg(id, title), '{}') FROM upm.dept WHERE tenant_id = '${tenant}' AND id = ANY(ARRAY(SELECT ${o.dept} FROM page)))::text
  || '}}' AS data`;
