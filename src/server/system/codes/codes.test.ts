import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeSegment, InputOf } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { ruleOf, takeCodes } from './take.ts';

let server: TestServer;
let admin: Auth;
beforeAll(async () => {
  server = await testServer();
  admin = await server.signIn('admin');
});
afterAll(() => server.close());

type Given = InputOf<'system.coderule.submit'>;
const seq = (over: Partial<CodeSegment> = {}): CodeSegment => ({ kind: 'seq', length: 4, ...over });
const fixed = (text: string): CodeSegment => ({ kind: 'const', text });
const submit = (given: Partial<Given> & Pick<Given, 'code' | 'segments'>, as = admin) =>
  server.call(
    'system.coderule.submit',
    { name: given.code, reset: 'never', mode: 'gapless', ...given },
    as,
  );
const places = (answer: { error: { errors?: { path: string; reason: string }[] } }) =>
  answer.error.errors?.map(({ path }) => path);
const take = async (
  code: string,
  over: Partial<InputOf<'system.coderule.code'>> = {},
  as = admin,
) => server.call('system.coderule.code', { code, ...over }, as);
const taken = async (code: string, over: Partial<InputOf<'system.coderule.code'>> = {}) =>
  (await take(code, over)).data.codes;
const numberOf = (code: string) => Number(/\d+$/.exec(code)![0]);
/** Fifty at once, every fifth in a transaction that fails. */
const fiftyAtOnce = (rule: string) =>
  Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      server.db
        .withTenant(
          server.demo,
          async (tx) => {
            const [code] = await takeCodes(tx, await ruleOf(tx, rule), [{}]);
            if (at % 5 === 0) throw new Error('not kept');
            return code!;
          },
          { attempts: 20 },
        )
        .catch(() => null),
    ),
  );

describe('a code', () => {
  it('is made of its parts, in their order', async () => {
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' })
      .format(new Date())
      .replaceAll('-', '');
    await submit({
      code: 'order',
      segments: [
        fixed('PO-'),
        { kind: 'date', format: 'YYYYMMDD' },
        fixed('-'),
        { kind: 'dept', length: 2 },
        { kind: 'field', field: 'kind' },
        seq({ start: 10, step: 5 }),
      ],
    });
    expect(await taken('order', { values: { dept: 'SALES', kind: 'A b' }, count: 2 })).toEqual([
      `PO-${today}-SAAb0010`,
      `PO-${today}-SAAb0015`,
    ]);
  });
  it('has random signs that cannot be guessed, and digits that reveal a mistake', async () => {
    await submit({
      code: 'card',
      segments: [
        fixed('C'),
        seq({ length: 6 }),
        { kind: 'random', length: 6, signs: 'digits' },
        { kind: 'check', method: 'luhn' },
      ],
    });
    const [a, b] = await taken('card', { count: 2 });
    expect(a).toMatch(/^C000001\d{7}$/);
    expect(a!.slice(7, 13)).not.toBe(b!.slice(7, 13));
    await submit({
      code: 'luhn',
      segments: [fixed('799273987'), seq({ length: 1 }), { kind: 'check', method: 'luhn' }],
    });
    expect(await taken('luhn')).toEqual(['79927398713']);
    await submit({
      code: 'iban',
      segments: [
        fixed('3214282912345698765432161'),
        seq({ length: 3, start: 182 }),
        { kind: 'check', method: 'mod97' },
      ],
    });
    expect(BigInt((await taken('iban'))[0]!) % 97n).toBe(1n);
  });
  it('asks for the values it needs before it takes a number', async () => {
    await submit({ code: 'needs', segments: [{ kind: 'field', field: 'city' }, seq()] });
    expect(places(await take('needs'))).toEqual(['/values/city']);
    expect(await taken('needs', { values: { city: 'SH' } })).toEqual(['SH0001']);
  });
  it('can be looked at without being taken', async () => {
    await submit({ code: 'peek', segments: [fixed('P'), seq()] });
    expect(await taken('peek', { preview: true, count: 2 })).toEqual(['P0001', 'P0002']);
    expect(await taken('peek')).toEqual(['P0001']);
    expect(await taken('peek', { preview: true })).toEqual(['P0002']);
  });
  it('is given once for a request that is sent twice', async () => {
    await submit({ code: 'once', segments: [seq()] });
    expect(await taken('once', { requestId: 'r1' })).toEqual(['0001']);
    expect(await taken('once', { requestId: 'r1' })).toEqual(['0001']);
    expect(await taken('once', { requestId: 'r2' })).toEqual(['0002']);
  });
});

describe('fifty people who take codes at the same time', () => {
  it('get different ones without a hole, where the rule is gapless, also when some were given back', async () => {
    await submit({ code: 'gapless', segments: [fixed('G'), seq()] });
    const codes = (await fiftyAtOnce('gapless')).filter((code) => code !== null);
    expect(codes.map(numberOf).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, i) => i + 1),
    );
    expect(await taken('gapless')).toEqual(['G0041']);
  });
  it('get different ones where numbers are taken in blocks, without waiting for each other', async () => {
    await submit({ code: 'block', mode: 'block', segments: [fixed('B'), seq()] });
    const codes = (await fiftyAtOnce('block')).filter((code) => code !== null);
    expect(new Set(codes).size).toBe(40);
    await server.db.withTenant(server.demo, async (tx) => {
      await takeCodes(tx, await ruleOf(tx, 'block'), [{}]);
      expect(await taken('block')).toHaveLength(1);
    });
    const many = await taken('block', { count: 300 });
    expect(new Set([...codes, ...many]).size).toBe(340);
  });
});

describe('a rule', () => {
  it.each<[string, CodeSegment[], Given['reset'], string[]]>([
    ['no running number', [fixed('A')], 'never', ['/segments']],
    ['two running numbers', [seq(), seq()], 'never', ['/segments']],
    ['an empty text', [{ kind: 'const' }, seq()], 'never', ['/segments/0/text']],
    [
      'a field without a name',
      [{ kind: 'field', field: '城市' }, seq()],
      'never',
      ['/segments/0/field'],
    ],
    ['a check of nothing', [{ kind: 'check' }, seq()], 'never', ['/segments/0/kind']],
    ['a day that is not shown', [{ kind: 'date', format: 'YYYYMM' }, seq()], 'day', ['/reset']],
    ['a month without its year', [{ kind: 'date', format: 'MM' }, seq()], 'month', ['/reset']],
  ])('with %s is refused', async (_what, segments, reset, expected) => {
    expect(places(await submit({ code: 'bad', segments, reset }))).toEqual(expected);
    const { codes, problems } = (
      await server.call('system.coderule.preview', { segments, reset }, admin)
    ).data;
    expect([codes.length, problems.length]).toEqual([0, expected.length]);
  });
  it('goes on counting when its period changes, so that no code comes twice', async () => {
    const segments: CodeSegment[] = [{ kind: 'date', format: 'YYYY' }, seq()];
    const { data } = await submit({ code: 'period', segments });
    const first = await taken('period', { count: 3 });
    await submit({ id: data.id, version: 1, code: 'period', segments, reset: 'year' });
    const [next] = await taken('period');
    expect(first).not.toContain(next);
    expect(numberOf(next!) - numberOf(first[2]!)).toBe(1);
  });
  it('is changed by one at a time, listed with its next code, and gone when removed', async () => {
    const { data } = await submit({ code: 'edit', segments: [fixed('E'), seq()], open: true });
    await taken('edit');
    expect(
      (
        await submit({
          id: data.id,
          version: 1,
          code: 'edit',
          name: '新名',
          segments: [fixed('F'), seq()],
          open: true,
        })
      ).data.version,
    ).toBe(2);
    expect(
      (await submit({ id: data.id, version: 1, code: 'edit', segments: [seq()] })).error.reason,
    ).toBe('STALE_VERSION');
    const { records, total } = (
      await server.call('system.coderule.codes', { search: '新名' }, admin)
    ).data;
    expect([total, records[0]?.sample, records[0]?.last]).toEqual([1, 'F0002', 1]);
    await server.call('system.coderule.remove', { id: data.id }, admin);
    expect((await take('edit')).error.reason).toBe('CODE_RULE_UNKNOWN');
    expect((await server.call('system.coderule.remove', { id: data.id }, admin)).error.reason).toBe(
      'CODE_RULE_UNKNOWN',
    );
  });
  it('that is switched off gives no codes', async () => {
    await submit({ code: 'off', segments: [seq()], enabled: false });
    expect((await take('off')).error.reason).toBe('CODE_RULE_UNKNOWN');
  });
  it('gives codes to members where it is set to, and belongs to its company', async () => {
    const user = await server.signIn('user');
    await submit({ code: 'closed', segments: [seq()] });
    await submit({ code: 'open', segments: [seq()], open: true });
    expect((await take('closed', {}, user)).code).toBe(403);
    expect((await take('open', {}, user)).data.codes).toEqual(['0001']);
    expect((await submit({ code: 'mine', segments: [seq()] }, user)).code).toBe(403);
    const other = await server.newTenant('codeother');
    expect((await take('open', {}, other.auth)).error.reason).toBe('CODE_RULE_UNKNOWN');
  });
});
