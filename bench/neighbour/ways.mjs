// The worst one plain member can ask of the server, way by way. Each way says how many go on at
// once and makes one request.
const MB = 1024 * 1024;
const LIST = '/bizmeta/v1/object/customer/controller/List';
const json = (body) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body });
const filled = (start, piece, end) =>
  Buffer.from(start + piece.repeat(Math.floor((19 * MB) / piece.length)) + end);

/** replace() in replace(): a text that grows tenfold with each of six steps. */
function growing() {
  let text = `'aaaaaaaaaa'`;
  for (let n = 0; n < 6; n += 1) text = `replace(${text}, 'a', 'aaaaaaaaaa')`;
  return {
    size: 1,
    where: { expression: `len(replace(concat(${text}, name), 'a', 'b')) < 0`, values: [] },
  };
}

const wide = {
  size: 1,
  where: {
    expression: `len(replace(p.a, 'a', p.b)) > 5 and len(name) < 0`,
    values: [
      { name: 'p.a', value: 'a'.repeat(20_000) },
      { name: 'p.b', value: 'b'.repeat(20_000) },
    ],
  },
};

/**
 * 5,000 records of 120 fields, the last of them wrong: everything is read and checked, nothing is
 * written.
 */
const records = () =>
  Buffer.from(
    JSON.stringify({
      records: Array.from({ length: 5_000 }, (_, n) => ({
        name: `客户 ${n}`,
        ...Object.fromEntries(
          Array.from({ length: 120 }, (__, f) => [`none_${f}`, `值 ${n} ${f}`]),
        ),
      })),
    }),
  );

const upload = () => {
  const head = '--xx\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
  return {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=xx' },
    body: Buffer.concat([
      Buffer.from(head),
      Buffer.alloc(40 * MB, 120),
      Buffer.from('\r\n--xx--\r\n'),
    ]),
  };
};

/**
 * name: [what it is, how many at once, the path, its request (made once), who does it]. `sockets`
 * are connections without an end.
 */
export const WAYS = {
  growth: {
    title: '列表条件里层层 replace',
    atOnce: 12,
    path: LIST,
    request: () => json(JSON.stringify(growing())),
  },
  values: {
    title: '列表条件带两个 2 万字的值',
    atOnce: 4,
    path: LIST,
    request: () => json(JSON.stringify(wide)),
  },
  bulk: {
    title: '5,000 条记录的新建，10 MB',
    atOnce: 4,
    path: '/bizmeta/v1/object/customer/action/BulkCreate',
    request: () => json(records()),
  },
  brackets: {
    title: '19 MB 的方括号',
    atOnce: 6,
    path: LIST,
    request: () => json(filled('{"within":', '[', '')),
  },
  pairs: {
    title: '19 MB 的空列表，新建记录',
    atOnce: 4,
    path: '/bizmeta/v1/object/customer/action/BulkCreate',
    request: () => json(filled('{"records":[', '[],', '0]}')),
  },
  keys: {
    title: '19 MB 的 150 万个键',
    atOnce: 4,
    path: '/msg/msgsCenterInfo/mark',
    request: () =>
      json(Buffer.from(`{${Array.from({ length: 1_400_000 }, (_, n) => `"k${n}":1`).join()}}`)),
  },
  locked: {
    title: '读一张被锁住的表',
    atOnce: 12,
    path: LIST,
    request: () => json('{"size":20}'),
    lock: true,
  },
  sockets: { title: '1,500 个只发一半的请求', sockets: 1_500 },
  streams: {
    title: '120 条事件流',
    atOnce: 120,
    path: '/msg/events',
    request: () => ({ method: 'GET', headers: {} }),
    stream: true,
  },
  uploads: {
    title: '40 MB 的文件，6 个同时',
    atOnce: 6,
    path: '/storage/attachment/upload',
    request: upload,
  },
  exports: {
    title: '导出操作日志',
    atOnce: 8,
    path: '/log/operationLog/export',
    request: () => json('{}'),
    account: 'admin',
  },
  lists: {
    title: '每页 200 条的列表',
    atOnce: 20,
    path: LIST,
    request: () => json('{"size":200}'),
  },
};
