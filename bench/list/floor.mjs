// The floor of the lists: a route each as someone would write it by hand for this one table.
// Fastify without a plugin, a pool of its own, no session, no tenant's role; the statement of the
// product as fixed text, its JSON built by PostgreSQL. FLOOR_DB: connection as JSON; FLOOR_NAMES:
// names of tables and columns, as JSON.
import fastify from 'fastify';
import pg from 'pg';
import { detailOf, LISTS, statementOf, updateOf } from './statement.mjs';

const pool = new pg.Pool({
  ...JSON.parse(process.env.FLOOR_DB),
  max: 10,
  onConnect: (client) => client.query('set synchronize_seqscans = off'),
});
const names = JSON.parse(process.env.FLOOR_NAMES);
const app = fastify();

for (const list of LISTS) {
  const text = statementOf(names, list);
  app.post(`/${list.name}`, async (request, reply) => {
    const { rows } = await pool.query({ name: list.name, text, values: request.body.values });
    reply.type('application/json; charset=utf-8');
    return `{"code":200,"data":${rows[0].data},"msg":"ok"}`;
  });
}

const detail = detailOf(names);
app.post('/detail', async (request, reply) => {
  const { rows } = await pool.query({ name: 'detail', text: detail, values: [request.body.id] });
  reply.type('application/json; charset=utf-8');
  return `{"code":200,"data":${rows[0].data},"msg":"ok"}`;
});

const update = updateOf(names);
app.post('/update', async (request, reply) => {
  const { id, version, amount, by } = request.body;
  const { rows } = await pool.query({
    name: 'update',
    text: update,
    values: [id, version, amount, by],
  });
  if (rows.length === 0) return reply.code(409).send({ code: 409, msg: 'stale' });
  return { code: 200, data: { version: rows[0].version }, msg: 'ok' };
});

console.log(`已启动：${await app.listen({ port: 0, host: '127.0.0.1' })}`);
