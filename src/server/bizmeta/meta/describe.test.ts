import { describe, expect, it } from 'vitest';
import { FIELD_TYPES, type FieldInput } from '../../../contract/index.ts';
import {
  add,
  builder,
  create,
  detail,
  f,
  openDescribeServer,
  rows,
  server,
  update,
  user,
} from '../testing/describe.ts';

openDescribeServer();

const EVERY_TYPE: FieldInput[] = [
  f('title', 'text', { required: true }),
  f('reason', 'longText'),
  f('days', 'integer'),
  f('hours', 'decimal', { precision: 6, scale: 1 }),
  f('cost', 'currency'),
  f('share', 'percent'),
  f('urgent', 'boolean'),
  f('startDay', 'date'),
  f('leaveAt', 'dateTime'),
  f('kind', 'singleSelect', {
    options: [
      { code: 'sick', label: '病假' },
      { code: 'annual', label: '年假' },
    ],
  }),
  f('tags', 'multiSelect', {
    options: [
      { code: 'a', label: '甲' },
      { code: 'b', label: '乙' },
    ],
  }),
  f('approver', 'user'),
  f('unit', 'dept'),
  f('files', 'attachment'),
  f('mail', 'email'),
  f('tel', 'phone'),
  f('site', 'url'),
];

describe('a builder saves an object', () => {
  it('and in the same answer it is a table with a typed column for every field type', async () => {
    const made = await create('leave', [
      ...EVERY_TYPE,
      f('parent', 'lookup', { refObject: 'leave' }),
    ]);
    expect(made).toMatchObject({ code: 200, data: { apiName: 'leave', version: 1 } });
    const columns = await server.db.withOwner(
      (tx) =>
        tx.query<{ t: string }>(
          `select format_type(a.atttypid, a.atttypmod) as t from pg_attribute a
            join pg_class c on c.oid = a.attrelid
            where c.relname = (select 'o_' || no from bizmeta.object where api_name = 'leave')
            and a.attname like 'f\\_%' order by a.attnum`,
        ),
      server.demo.tenant.id,
    );
    expect(columns.map((column) => column.t)).toEqual([
      'character varying(200)',
      'character varying(20000)',
      'integer',
      'numeric(6,1)',
      'numeric(15,2)',
      'numeric(9,2)',
      'boolean',
      'date',
      'timestamp(3) with time zone',
      'text',
      'text[]',
      'text',
      'text',
      'jsonb',
      'character varying(254)',
      'character varying(30)',
      'character varying(500)',
      'uuid',
    ]);
  });

  it('and a record of it is returned as it was sent', async () => {
    const record = {
      title: '回家',
      reason: '探亲\n三天',
      days: 3,
      hours: 24.5,
      cost: 1234567890123.45,
      share: 12.5,
      urgent: true,
      startDay: '2026-02-03',
      leaveAt: '2026-02-03T01:30:00.000Z',
      kind: 'sick',
      tags: ['b', 'a'],
      approver: server.demo.userIds[0],
      unit: server.demo.deptIds[0],
      mail: 'a@example.com',
      tel: '0571-88880000',
      site: 'https://example.com/a?b=1',
    };
    const made = await add('leave', record, { title: '只有标题' });
    expect(made.code).toBe(200);
    const [id, bare] = made.data.ids;
    const { record: read, labels } = (
      await server.call('bizmeta.record.detail', { object: 'leave', id: id! }, user)
    ).data;
    expect(read).toMatchObject({
      ...record,
      id,
      version: 1,
      parent: null,
      files: null,
      createdBy: user.userid,
    });
    expect(labels['user']?.[server.demo.userIds[0]!]).toBeTruthy();
    expect(labels['dept']?.[server.demo.deptIds[0]!]).toBe('总经办');
    expect((await rows('leave')).find((row) => row['id'] === bare)).toMatchObject({
      title: '只有标题',
      days: null,
      tags: null,
    });
  });

  it('and names made from labels are pinyin when none are given', async () => {
    const made = await server.call(
      'bizmeta.describe.create',
      {
        describe: {
          label: '报销单',
          fields: [
            { label: '金额', type: 'currency' },
            { label: '金 额', type: 'currency' },
            { label: 'PO 编号', type: 'text' },
          ],
        },
      },
      builder,
    );
    expect(made.data.apiName).toBe('baoXiaoDan');
    expect((await detail('baoXiaoDan')).fields.map((field) => field.apiName)).toEqual([
      'jinE',
      'jinE2',
      'poBianHao',
    ]);
  });

  it('and an end user may not', async () => {
    expect(
      (
        await server.call(
          'bizmeta.describe.create',
          { describe: { apiName: 'mine', label: '我的', fields: [] } },
          user,
        )
      ).code,
    ).toBe(403);
  });
});

describe('a name that cannot be is refused with its place', () => {
  const cases: [string, string, string][] = [
    ['空', '', 'NAME_EMPTY'],
    ['中文', '请假', 'NAME_FORMAT'],
    ['数字开头', '1a', 'NAME_FORMAT'],
    ['大写开头', 'Abc', 'NAME_FORMAT'],
    ['过长', 'a'.repeat(41), 'NAME_TOO_LONG'],
    ['系统字段', 'createdAt', 'NAME_RESERVED'],
    ['保留字', 'constructor', 'NAME_RESERVED'],
    ['原型', '__proto__', 'NAME_RESERVED'],
    ['SQL 词', 'select', 'NAME_RESERVED'],
    ['注入', 'a"; drop table x', 'NAME_FORMAT'],
  ];
  it.each(cases)('%s，对象和字段都是', async (_why, name, reason) => {
    const object = await create(name, []);
    expect(object).toMatchObject({
      code: 400,
      error: { reason, errors: [{ path: '/describe/apiName', reason }] },
    });
    const field = await create('fine', [f('ok', 'text'), f(name, 'text')]);
    expect(field).toMatchObject({
      code: 400,
      error: { reason, errors: [{ path: '/describe/fields/1/apiName', reason }] },
    });
  });

  it('taken, regardless of case', async () => {
    expect(await create('leaVe', [])).toMatchObject({
      code: 400,
      error: { errors: [{ path: '/describe/apiName', reason: 'NAME_TAKEN' }] },
    });
    expect(
      await create('fine', [f('one', 'text'), f('ONE'.toLowerCase(), 'text', { label: '另一个' })]),
    ).toMatchObject({
      code: 400,
      error: { errors: [{ path: '/describe/fields/1/apiName', reason: 'NAME_TAKEN' }] },
    });
  });

  it('labels too: two fields of one name, ignoring surrounding blanks; existing duplicates may stay', async () => {
    const answer = await create('fine', [
      f('a', 'text', { label: '金额' }),
      f('b', 'text', { label: '金额 ' }),
    ]);
    expect(answer.error.errors?.map(({ path, msg }) => `${path} ${msg}`)).toEqual([
      '/describe/fields/1/label 字段名称“金额”已被使用',
    ]);
  });
  it('labels too: empty, too long', async () => {
    const answer = await create(
      'fine',
      [f('a', 'text', { label: ' ' }), f('b', 'text', { label: '长'.repeat(51) })],
      { label: '' },
    );
    expect(answer.error.errors?.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      '/describe/label NAME_EMPTY',
      '/describe/fields/0/label NAME_EMPTY',
      '/describe/fields/1/label NAME_TOO_LONG',
    ]);
  });

  it('and nothing is half done', async () => {
    expect(await server.call('bizmeta.describe.detail', { apiName: 'fine' }, user)).toMatchObject({
      code: 404,
      error: { reason: 'OBJECT_UNKNOWN' },
    });
  });

  it('of two requests that take one name at the same time, one gets it', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create('raced', [f('a', 'text')])));
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 400, 400]);
    expect(
      answers
        .filter((answer) => answer.code === 400)
        .every((answer) => answer.error.reason === 'NAME_TAKEN'),
    ).toBe(true);
  });
});

describe('settings a type does not use, or that contradict each other, are refused', () => {
  const cases: [FieldInput, string][] = [
    [f('a', 'text', { options: [{ code: 'x', label: 'x' }] }), '/options'],
    [f('a', 'integer', { precision: 3 }), '/precision'],
    [f('a', 'singleSelect'), '/options'],
    [
      f('a', 'singleSelect', {
        options: [
          { code: 'x', label: '甲' },
          { code: 'x', label: '乙' },
        ],
      }),
      '/options/1/code',
    ],
    [f('a', 'decimal', { precision: 16 }), '/precision'],
    [f('a', 'decimal', { precision: 4, scale: 5 }), '/scale'],
    [f('a', 'lookup'), '/refObject'],
    [f('a', 'lookup', { refObject: 'nowhere' }), '/refObject'],
    [f('a', 'longText', { unique: true }), '/unique'],
    [f('a', 'integer', { min: 5, max: 1 }), '/min'],
    [f('a', 'integer', { defaultValue: 'x' }), '/defaultValue'],
    [f('a', 'currency', { currencyCode: '元' }), '/currencyCode'],
    [f('a', 'text', { maxLength: 501 }), '/maxLength'],
    [f('a', 'text', { noSum: true }), '/noSum'],
    [f('a', 'percent', { unit: '台' }), '/unit'],
    [f('a', 'currency', { unit: '元', unitFirst: true }), '/unitFirst'],
    [f('a', 'integer', { showAs: 'percent' }), '/showAs'],
    [f('a', 'slider', { currencyCode: 'USD' }), '/currencyCode'],
  ];
  it.each(cases)('%j', async (field, path) => {
    const answer = await create('settings', [field]);
    expect(answer.code).toBe(400);
    expect(answer.error.errors?.map((each) => each.path)).toContain(`/describe/fields/0${path}`);
  });
});

describe('a builder changes an object', () => {
  it('renames a field and an object, and the data stays', async () => {
    await create('renamed', [f('old', 'text'), f('other', 'integer')]);
    await add('renamed', { old: '留下', other: 1 });
    const { fields, version } = await detail('renamed');
    const answer = await update({
      id: (await detail('renamed')).id,
      apiName: 'renamed2',
      label: '改名',
      version,
      fields: [{ ...fields[0]!, apiName: 'fresh', label: '新名' }],
    });
    expect(answer).toMatchObject({ code: 200, data: { apiName: 'renamed2', version: 2 } });
    expect(await rows('renamed2')).toMatchObject([{ fresh: '留下', other: 1 }]);
    expect(
      (await server.call('bizmeta.record.list', { object: 'renamed' }, user)).error.reason,
    ).toBe('OBJECT_UNKNOWN');
  });

  it('adds a field that the next list shows, retains fields the request does not name, and hides a removed one', async () => {
    await create('grown', [f('a', 'text'), f('b', 'text')]);
    await add('grown', { a: '1', b: '2' });
    expect(
      await update({
        apiName: 'grown',
        label: '长大',
        version: 1,
        fields: [f('c', 'date', { required: true })],
      }),
    ).toMatchObject({ code: 200 });
    expect(await rows('grown')).toMatchObject([{ a: '1', b: '2', c: null }]);
    await update({
      apiName: 'grown',
      label: '长大',
      version: 2,
      fields: [f('b', 'text', { removed: true })],
    });
    expect(Object.keys((await rows('grown'))[0]!)).not.toContain('b');
    expect((await detail('grown')).fields.map((field) => field.apiName)).toEqual(['a', 'c']);
    await update({ apiName: 'grown', label: '长大', version: 3, fields: [f('b', 'integer')] });
    expect(await rows('grown')).toMatchObject([{ b: null }]);
  });

  it('that takes another field’s name gets the problem at the field that takes it, wherever the other is', async () => {
    await create('takenOver', [f('a', 'text'), f('b', 'text')]);
    const {
      fields: [a, b],
      id,
    } = await detail('takenOver');
    const answer = await update({
      id,
      apiName: 'takenOver',
      label: '抢名',
      version: 1,
      fields: [{ ...a!, apiName: 'b' }, b!],
    });
    expect(answer).toMatchObject({
      code: 400,
      error: { errors: [{ path: '/describe/fields/0/apiName', reason: 'NAME_TAKEN' }] },
    });
  });

  it('a patch retains settings it does not name; a field sent back whole loses removed settings', async () => {
    await create('patched', [
      f('n', 'integer', { min: 1, max: 9, help: '一到九', required: true }),
    ]);
    await update({
      apiName: 'patched',
      label: '补',
      version: 1,
      fields: [{ apiName: 'n', label: '数', type: 'integer' }],
    });
    expect((await detail('patched')).fields[0]).toMatchObject({
      label: '数',
      min: 1,
      max: 9,
      help: '一到九',
      required: true,
    });
    const { min: _, help: __, ...rest } = (await detail('patched')).fields[0]!;
    await update({ apiName: 'patched', label: '补', version: 2, fields: [rest] });
    const field = (await detail('patched')).fields[0]!;
    expect([field.min, field.max, field.help, field.required]).toEqual([
      undefined,
      9,
      undefined,
      true,
    ]);
  });

  it('accepts a describe exactly as it was returned', async () => {
    const before = await detail('leave');
    expect(await update(before)).toMatchObject({
      code: 200,
      data: { version: before.version + 1 },
    });
    expect((await detail('leave')).fields).toEqual(before.fields);
  });

  it('reorders fields, and swaps two names', async () => {
    await create('swapped', [f('a', 'text'), f('b', 'text')]);
    await add('swapped', { a: '甲', b: '乙' });
    const {
      fields: [a, b],
      ...head
    } = await detail('swapped');
    await update({
      ...head,
      fields: [
        { ...b!, apiName: 'a' },
        { ...a!, apiName: 'b' },
      ],
    });
    expect((await detail('swapped')).fields.map((field) => field.id)).toEqual([b!.id, a!.id]);
    expect(await rows('swapped')).toMatchObject([{ a: '乙', b: '甲' }]);
  });

  it('with a version that is not the newest gets 409 and the current describe', async () => {
    await create('stale', [f('a', 'text')]);
    const answers = await Promise.all(
      [1, 2].map((n) => update({ apiName: 'stale', label: `标签${n}`, version: 1, fields: [] })),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409]);
    expect(answers.find((answer) => answer.code === 409)?.error.current).toMatchObject({
      apiName: 'stale',
      version: 2,
    });
    expect((await update({ apiName: 'stale', label: 'x', fields: [] })).error.errors).toMatchObject(
      [{ path: '/describe/version', reason: 'REQUIRED' }],
    );
  });
});

describe('an automatic number above the new field it is made of', () => {
  it('is added with it; records that have no value for it are named', async () => {
    const segments = [
      { kind: 'field' as const, field: 'kind' },
      { kind: 'seq' as const, length: 3 },
    ];
    const added = [
      f('no', 'autoNumber', { label: '编号', numberRule: { segments } }),
      f('kind', 'text', { label: '类别' }),
    ];
    await create('numbered', [f('name', 'text')]);
    const empty = { apiName: 'numbered', label: '编号', version: 1, fields: added };
    expect((await update(empty)).msg).toBe('ok');
    await create('numbered_full', [f('name', 'text')]);
    const records = [{ name: '甲' }];
    const made = { object: 'numbered_full', records };
    expect((await server.call('bizmeta.record.bulkCreate', made, builder)).msg).toBe('ok');
    const full = await update({ ...empty, apiName: 'numbered_full' });
    expect(full.msg).toContain('已有记录没有“类别”');
  });
});

describe('an object that another refers to', () => {
  it('cannot be deleted while a figure of another counts its records', async () => {
    await create('buyer', [f('name', 'text')]);
    await create('deal', [f('buyer', 'lookup', { refObject: 'buyer' })]);
    const { label, version } = (
      await server.call('bizmeta.describe.detail', { apiName: 'buyer' }, builder)
    ).data;
    const rollup = { via: 'deal.buyer', fn: 'count' as const };
    const fields = [f('deals', 'rollup', { label: '成交数', rollup })];
    expect((await update({ apiName: 'buyer', label, version, fields })).msg).toBe('ok');
    const refused = await server.call('bizmeta.describe.delete', { apiName: 'deal' }, builder);
    expect(refused).toMatchObject({ code: 400, error: { reason: 'OBJECT_IN_USE' } });
    expect(refused.msg).toContain('“成交数”');
  });

  it('cannot be deleted, and reports what refers to it; its name is free once the bin is emptied', async () => {
    await create('target', [f('name', 'text')]);
    await create('source', [f('link', 'lookup', { refObject: 'target', label: '指向' })]);
    const refused = await server.call('bizmeta.describe.delete', { apiName: 'target' }, builder);
    expect(refused).toMatchObject({ code: 400, error: { reason: 'OBJECT_IN_USE' } });
    expect(refused.msg).toContain('对象source的“指向”');
    expect(
      (await server.call('bizmeta.describe.delete', { apiName: 'source' }, builder)).code,
    ).toBe(200);
    expect(
      (await server.call('bizmeta.describe.delete', { apiName: 'target' }, builder)).code,
    ).toBe(200);
    expect((await create('target', [f('name', 'text')])).error.errors).toMatchObject([
      { path: '/describe/apiName', reason: 'NAME_IN_BIN' },
    ]);
    await server.call('bizmeta.bin.empty', {}, builder);
    expect((await create('target', [f('name', 'text')])).code).toBe(200);
    expect(await rows('target')).toEqual([]);
  });
});

describe('two companies', () => {
  it('may have objects of one name and see nothing of each other', async () => {
    const other = await server.newTenant('rival');
    await create('shared', [f('a', 'text')]);
    const made = await server.call(
      'bizmeta.describe.create',
      { describe: { apiName: 'shared', label: '同名', fields: [f('b', 'text')] } },
      other.auth,
    );
    expect(made.code).toBe(200);
    const {
      data: { ids },
    } = await add('shared', { a: '秘密' });
    const seen = await server.call(
      'bizmeta.record.detail',
      { object: 'shared', id: ids[0]! },
      other.auth,
    );
    expect(seen).toMatchObject({ code: 404, error: { reason: 'RECORD_UNKNOWN' } });
    expect(
      (await server.call('bizmeta.describe.list', {}, other.auth)).data.map((each) => each.apiName),
    ).toEqual(['shared']);
  });
});

it('a builder is offered every type of field, a detail table only those that fit its rows', async () => {
  const { types, columns, titles, searched, inCodes } = (
    await server.call('bizmeta.describe.fieldTypes', {}, builder)
  ).data;
  const duration = { key: 'duration', title: '时长', icon: 'history', group: '数字' };
  expect(types).toContainEqual(duration);
  expect(columns).toContainEqual(duration);
  expect(types.map(({ key }) => key).sort()).toEqual([...FIELD_TYPES].sort());
  const groups = ['文本', '数字', '选择', '日期', '组织与关联', '高级'];
  expect([...new Set(types.map(({ group }) => group))]).toEqual(groups);
  expect(columns.map(({ title }) => title)).not.toContain('明细表');
  // The order of the types is the palette's; the lists are what the designer's pages named.
  expect(titles.toSorted()).toEqual(['autoNumber', 'barcode', 'email', 'phone', 'text', 'url']);
  expect(searched.toSorted()).toEqual([...titles, 'longText'].toSorted());
  expect(inCodes.toSorted()).toEqual(
    ['barcode', 'date', 'email', 'integer', 'phone', 'singleSelect', 'text'].toSorted(),
  );
  expect((await server.call('bizmeta.describe.fieldTypes', {}, user)).code).toBe(403);
});
