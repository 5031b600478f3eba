import { describe, expect, it } from 'vitest';
import type { ObjectGrant, RecordScope } from '../../../src/contract/index.ts';
import type { Group, Person, World, WorldRecord } from './model.ts';
import type { Question } from './questions.ts';
import { Reader } from './reader.ts';
import { expected } from './reference.ts';

/** The reference does what docs/permission.md says, example by example. */

const person = (id: string, more: Partial<Person> = {}): Person => ({
  id,
  name: id,
  deptIds: [],
  superiorId: null,
  roleIds: [],
  ...more,
});
/** 华东 with 上海 below it, and 华南; 江 leads 海, who leads 湖. */
const company = {
  depts: [
    { id: 'east', parentId: null, ownerIds: ['hu'] },
    { id: 'shanghai', parentId: 'east', ownerIds: [] },
    { id: 'south', parentId: null, ownerIds: ['jiang'] },
  ],
  people: [
    person('jiang', { deptIds: ['east'] }),
    person('hai', { deptIds: ['shanghai'], superiorId: 'jiang', roleIds: ['sales'] }),
    person('hu', { deptIds: ['shanghai', 'south'], superiorId: 'hai' }),
  ],
  workGroups: [{ id: 'team', members: { roleIds: ['sales'] } }],
};
const order = (id: string, owner: string, ownerDept: string, values = {}): WorldRecord => ({
  object: 'worder',
  id,
  version: 1,
  owner,
  ownerDept,
  createdBy: 'jiang',
  values: { title: id, amount: 12, cost: 4, ...values },
  history: [],
  comments: 0,
});
const RECORDS = [
  order('a', 'hai', 'shanghai'),
  order('b', 'hu', 'south', { amount: 7, customer: 'c' }),
  order('d', 'jiang', 'east', { amount: null }),
  { ...order('c', 'hu', 'south'), object: 'wcustomer', values: { name: 'firm', credit: 3 } },
];
const groupOf = (grant: ObjectGrant, members: Group['members'] = { userIds: ['hai'] }): Group => ({
  id: 'g',
  scopeType: 'project',
  scopeId: '',
  type: 'custom',
  enabled: true,
  members,
  grants: { objects: { worder: grant } },
});
const world = (...groups: readonly Group[]): World => ({
  seed: 0,
  ...company,
  groups,
  closed: ['worder', 'wcustomer', 'wvisit'],
  records: RECORDS,
  shares: [],
});
const reader = (of: World, id = 'hai'): Reader =>
  new Reader(
    of,
    of.people.find((each) => each.id === id)!,
  );
const seen = (of: World, id = 'hai'): string =>
  reader(of, id)
    .visible('worder')
    .map((record) => record.id)
    .join('');
const told = (of: World, question: Question, id = 'hai') =>
  expected(
    of,
    of.people.find((each) => each.id === id)!,
    question,
  )[0]!;
const view = (scope: RecordScope, fields?: ObjectGrant['fields']): ObjectGrant => ({
  ops: ['view'],
  scope: { view: scope },
  ...(fields && { fields }),
});

describe('the reference', () => {
  it('knows every scope', () => {
    const scoped = (scope: RecordScope, id = 'hai') =>
      seen(world(groupOf(view(scope), { userIds: [id] })), id);
    expect(scoped('none')).toBe('');
    expect(scoped('self')).toBe('a');
    expect(scoped('selfAndSub')).toBe('ab');
    expect(scoped('selfAndSub', 'jiang')).toBe('abd');
    expect(scoped('dept')).toBe('a');
    expect(scoped('dept', 'hu')).toBe('ab');
    expect(scoped('dept', 'jiang')).toBe('d');
    expect(scoped('deptAndSub', 'jiang')).toBe('ad');
    expect(scoped({ depts: ['east'] })).toBe('d');
    expect(scoped({ condition: 'amount > 10' })).toBe('a');
    expect(scoped({ condition: 'owner = user.id' })).toBe('a');
    expect(scoped('all')).toBe('abd');
    expect(scoped('ledDepts', 'hu')).toBe('ad');
    expect(scoped('ledDepts', 'jiang')).toBe('b');
    expect(scoped('ledDepts')).toBe('');
  });
  it('goes through a lookup with what may be done with the record it names', () => {
    const through = (op: 'view' | 'edit', firm?: ObjectGrant) => {
      const group = groupOf({
        ops: ['view', 'edit', 'delete'],
        scope: { view: { through: 'customer' } },
      });
      const objects = { ...group.grants.objects, ...(firm && { wcustomer: firm }) };
      const { rights, person: who } = reader(world({ ...group, grants: { objects } }));
      return RECORDS.filter((record) => record.object === 'worder')
        .filter((record) => rights.isAllowed(who, record, op === 'view' ? 'view' : 'delete'))
        .map(({ id }) => id)
        .join('');
    };
    expect(through('view')).toBe('');
    expect(through('view', view('all'))).toBe('b');
    expect(through('view', view('self'))).toBe('');
    expect(through('edit', view('all'))).toBe('');
    expect(through('edit', { ops: ['view', 'edit'] })).toBe('b');
  });
  it('shows a masked text in the records of the grant that masks, and asks nothing of it', () => {
    const of = world(
      groupOf(view('all', { title: 'masked' })),
      groupOf(view({ depts: ['shanghai'] })),
    );
    const titles = RECORDS.slice(0, 3).map((record) => reader(of).seen(record, 'title'));
    expect(titles).toEqual(['a', '***', '***']);
    const masked = world(groupOf(view('all', { title: 'masked' })));
    expect(reader(masked).knows('worder', 'title')).toBe(false);
    expect(reader(masked).fields('worder')).toContain('title');
    expect(reader(masked).title(order('long', 'hai', 'east'))).toBe('l***');
  });
  it('finds members by department with those below, role and work group', () => {
    const everybody = (members: Group['members']) =>
      company.people
        .filter(({ id }) => seen(world(groupOf(view('all'), members)), id) !== '')
        .map(({ id }) => id);
    expect(everybody({ deptIds: ['east'] })).toEqual(['jiang', 'hai', 'hu']);
    expect(everybody({ deptIds: ['shanghai'] })).toEqual(['hai', 'hu']);
    expect(everybody({ roleIds: ['sales'] })).toEqual(['hai']);
    expect(everybody({ workGroupIds: ['team'] })).toEqual(['hai']);
    expect(everybody({ dynamic: ['deptOwners'] })).toEqual(['jiang', 'hu']);
    expect(everybody({ dynamic: ['superiors'] })).toEqual(['jiang', 'hai']);
    expect(everybody({})).toEqual([]);
  });
  it('never shows a row of one group with the fields of another', () => {
    const of = world(
      groupOf(view('self', { '*': 'read' })),
      groupOf(view('all', { title: 'read', '*': 'none' })),
    );
    const [a, b] = RECORDS.map((record) => reader(of).shown(record, ['title', 'amount'], true));
    expect([a, b]).toEqual([
      { title: 'a', amount: 12 },
      { title: 'b', amount: null },
    ]);
    const list = { ask: 'list', object: 'worder', size: 9 } as const;
    const summary = [{ field: 'amount', fn: 'sum' as const }];
    expect(told(of, { ...list, summary }).data).toMatchObject({
      total: 3,
      summary: [{ value: 12 }],
    });
    const found = (op: 'empty' | 'gt') =>
      told(of, { ...list, filter: { field: 'amount', op, ...(op === 'gt' && { value: 5 }) } }).data;
    expect(found('gt')).toMatchObject({ total: 1 });
    expect(found('empty')).toMatchObject({ total: 0 });
  });
  it('reads a computed field by what it is computed from, unless it is listed', () => {
    const reads = (fields: NonNullable<ObjectGrant['fields']>) =>
      reader(world(groupOf(view('all', fields)))).knows('worder', 'margin');
    expect(reads({ '*': 'read' })).toBe(true);
    expect(reads({ cost: 'none' })).toBe(false);
    expect(reads({ cost: 'none', margin: 'read' })).toBe(true);
    expect(reads({ amount: 'read', cost: 'read', '*': 'none' })).toBe(false);
  });
  it('goes through a relation with the rights of who reads', () => {
    const of = world(groupOf(view('all')));
    expect(reader(of).value(RECORDS[1]!, 'reach')).toBe(null);
    const both = groupOf(view('all'));
    const customers = {
      ...both,
      grants: { objects: { ...both.grants.objects, wcustomer: view('all') } },
    };
    expect(reader(world(customers)).value(RECORDS[1]!, 'reach')).toBe(3);
  });
  it('says absence as the table has it', () => {
    const edit = (id: string, values = {}): Question => ({
      ask: 'edit',
      object: 'worder',
      changes: [{ id, values }],
    });
    const of = world(
      groupOf({
        ops: ['view', 'edit'],
        scope: { view: 'selfAndSub', edit: 'self' },
        fields: { cost: 'none', amount: 'read' },
      }),
    );
    const refused = (question: Question, id?: string) => {
      const { status, refused: why } = told(of, question, id);
      return `${status} ${why?.join() ?? ''}`;
    };
    expect(refused(edit('a'), 'hu')).toBe('403 NO_ACCESS');
    expect(refused({ ask: 'delete', object: 'worder', ids: ['a'] })).toBe('403 NO_ACCESS');
    expect(refused({ ask: 'detail', object: 'worder', id: 'd' })).toBe('404 RECORD_UNKNOWN');
    expect(refused(edit('d'))).toBe('404 /records/0/id RECORD_UNKNOWN');
    expect(refused(edit('b'))).toBe('403 /records/0/id RECORD_FORBIDDEN');
    expect(refused(edit('a', { cost: 1 }))).toBe('400 /records/0/cost UNKNOWN_FIELD');
    expect(refused(edit('a', { amount: 1 }))).toBe('403 /records/0/amount FIELD_FORBIDDEN');
    expect(refused(edit('a', { amount: 12, note: 'x' }))).toBe('200 ');
    expect(refused(edit('a', { customer: 'c' }))).toBe('400 /records/0/customer REFERENCE_MISSING');
    const list = { ask: 'list', object: 'worder', size: 9 } as const;
    expect(refused({ ...list, filter: { field: 'cost', op: 'gt', value: 1 } })).toBe(
      '400 /filter/field FILTER_INVALID',
    );
    expect(refused({ ...list, sort: [{ field: 'margin', dir: 'asc' }] })).toBe(
      '400 /sort/0/field SORT_INVALID',
    );
  });
  it('lets an operation fall back to the scope of view, and none without it', () => {
    const deletes = (grant: ObjectGrant) => {
      const of = world(groupOf(view('all')), groupOf(grant));
      const may = reader(of).rights;
      return RECORDS.filter((record) => may.isAllowed(of.people[1]!, record, 'delete'))
        .map(({ id }) => id)
        .join('');
    };
    expect(deletes({ ops: ['view', 'delete'], scope: { view: 'self' } })).toBe('a');
    expect(deletes({ ops: ['delete'] })).toBe('abd');
    expect(deletes({ ops: ['view'], scope: { delete: 'all' } })).toBe('');
  });
});
