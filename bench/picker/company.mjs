// 50,000 people in 5,000 departments, put into the demo company by COPY.
import { copyInto } from '../bulk/copy.mjs';

export const PEOPLE = 50_000;
export const DEPTS = 5_000;
const SURNAMES = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤',
];
const GIVEN = [
  ...'伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂兰文华建国志海云晓玲红梅玉婷雪琳佳怡欣雨浩宇轩子涵思远清和望舒知行若溪南星予安景嘉木承泽亦凡初星河',
];
/** Levels of the tree: 20 centres, 300 departments, the rest groups in them. */
const CENTRES = 20;
const MIDDLE = 300;

const id = (kind, at) => `bench-${kind}-${String(at).padStart(5, '0')}`;
const nameOf = (at) =>
  `${SURNAMES[at % SURNAMES.length]}${GIVEN[(at * 7 + Math.floor(at / 97)) % GIVEN.length]}${at % 5 === 0 ? '' : GIVEN[(at * 13 + Math.floor(at / 31)) % GIVEN.length]}`;
const parentOf = (at) =>
  at < CENTRES
    ? '\\N'
    : at < CENTRES + MIDDLE
      ? id('d', (at - CENTRES) % CENTRES)
      : id('d', CENTRES + ((at - CENTRES - MIDDLE) % MIDDLE));
const lines = function* lines(count, line) {
  for (let at = 0; at < count; at += 1_000)
    yield Buffer.from(
      Array.from(
        { length: Math.min(1_000, count - at) },
        (_, i) => `${line(at + i).join('\t')}\n`,
      ).join(''),
    );
};

/**
 * Staged in tables of no tenant: COPY goes round row-level security, so it may not write guarded
 * tables.
 */
export async function fill(client, tenant) {
  await client.query('begin');
  await client.query(`set local huozi.tenant = '${tenant}'`);
  await client.query(
    'create temp table staged_dept (id text, parent_id text, title text, sort int) on commit drop',
  );
  await client.query(
    'create temp table staged_person (id text, account text, name text, dept text) on commit drop',
  );
  await copyInto(
    client,
    'copy staged_dept from stdin',
    lines(DEPTS, (at) => [
      id('d', at),
      parentOf(at),
      at < CENTRES
        ? `第 ${at + 1} 中心`
        : at < CENTRES + MIDDLE
          ? `业务 ${at - CENTRES + 1} 部`
          : `项目 ${at - CENTRES - MIDDLE + 1} 组`,
      at,
    ]),
  );
  await copyInto(
    client,
    'copy staged_person from stdin',
    lines(PEOPLE, (at) => [id('u', at), `bench${at}`, nameOf(at), id('d', at % DEPTS)]),
  );
  await client.query(
    `insert into upm.dept (tenant_id, id, parent_id, title, sort)
      select $1, id, parent_id, title, sort from staged_dept order by sort`,
    [tenant],
  );
  await client.query(
    'insert into upm.app_user (id, account) select id, account from staged_person',
  );
  await client.query(
    'insert into upm.member (tenant_id, user_id, real_name) select $1, id, name from staged_person',
    [tenant],
  );
  await client.query(
    'insert into upm.user_dept (tenant_id, user_id, dept_id) select $1, id, dept from staged_person',
    [tenant],
  );
  await client.query('commit');
  await client.query('vacuum analyze upm.member');
  await client.query('vacuum analyze upm.user_dept');
  await client.query('analyze upm.dept');
}

/** Texts people type: a surname, a name, pinyin, initials, and a name without a match. */
export const TEXTS = [
  '王',
  '李伟',
  '张',
  '清和',
  '欣',
  'wang',
  'li',
  'zw',
  'chenx',
  'lxy',
  '望舒',
  'zhangsan',
  '黄晓',
  'gao',
  'wy',
  'x',
  '杨',
  'mei',
  'zhou',
  'qqqq',
];
