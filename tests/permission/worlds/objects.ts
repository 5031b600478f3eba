import type { Condition, Field, ObjectModel, Reading } from './model.ts';

/**
 * The objects of every world: customers, their orders, and visits that go with orders, so that
 * values come through one lookup, through two, and back by roll-ups.
 */
type Num = number | null;
const both = (a: unknown, b: unknown, of: (a: number, b: number) => number): Num =>
  a === null || b === null ? null : of(Number(a), Number(b));
/** `a > b` as the expression language has it: unknown where one is empty. */
const over = (a: unknown, b: unknown): boolean | null =>
  a === null || b === null ? null : Number(a) > Number(b);
const is = (a: unknown, b: unknown): boolean | null => (a === null ? null : a === b);
const either = (...all: (boolean | null)[]): boolean | null =>
  all.includes(true) ? true : all.includes(null) ? null : false;
const and = (...all: (boolean | null)[]): boolean | null =>
  all.includes(false) ? false : all.includes(null) ? null : true;

const numbers = (rows: readonly Record<string, unknown>[], field: string): number[] =>
  rows.flatMap((row) => (typeof row[field] === 'number' ? [row[field]] : []));
const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

const text = (name: string, more: Partial<Field> = {}): Field => ({ name, type: 'text', ...more });
const integer = (name: string): Field => ({ name, type: 'integer' });
const OPTIONS = ['x', 'y', 'z'];
const select = (name: string): Field => ({ name, type: 'singleSelect', options: OPTIONS });
const formula = (
  name: string,
  source: string,
  sources: readonly string[],
  compute: (from: Reading) => unknown,
): Field => ({ name, type: 'formula', define: { formula: source }, sources, compute });
const rollup = (
  name: string,
  define: { via: string; fn: string; field?: string; where?: string },
  sources: readonly string[],
  compute: (from: Reading) => unknown,
): Field => ({ name, type: 'rollup', define: { rollup: define }, sources, compute });

const owned: Condition = {
  text: 'owner = user.id',
  reads: ['owner'],
  holds: (own, id) => is(own('owner'), id),
};
const made: Condition = {
  text: 'createdBy = user.id',
  reads: ['createdBy'],
  holds: (own, id) => is(own('createdBy'), id),
};

export const CUSTOMER: ObjectModel = {
  name: 'wcustomer',
  title: 'name',
  searched: ['phone'],
  fields: [
    text('name'),
    text('code', { unique: true }),
    text('phone'),
    select('level'),
    integer('credit'),
    formula('grade', 'credit * 2', ['credit'], ({ own }) =>
      both(own('credit'), 2, (a, b) => a * b),
    ),
    rollup(
      'orders',
      { via: 'worder.customer', fn: 'count' },
      [],
      ({ pointing }) => pointing('worder', 'customer').length,
    ),
    rollup('total', { via: 'worder.customer', fn: 'sum', field: 'amount' }, [], ({ pointing }) =>
      sum(numbers(pointing('worder', 'customer', 'amount'), 'amount')),
    ),
    rollup(
      'top',
      { via: 'worder.customer', fn: 'max', field: 'amount', where: 'cost > 5' },
      [],
      ({ pointing }) => {
        const rows = pointing('worder', 'customer', 'amount', 'cost');
        const found = numbers(
          rows.filter(({ cost }) => over(cost, 5)),
          'amount',
        );
        return found.length > 0 ? Math.max(...found) : null;
      },
    ),
    formula('room', 'credit - total', ['credit', 'total'], ({ own }) =>
      both(own('credit'), own('total'), (a, b) => a - b),
    ),
  ],
  conditions: [
    owned,
    made,
    { text: 'credit > 10', reads: ['credit'], holds: (own) => over(own('credit'), 10) },
    { text: "level = 'x'", reads: ['level'], holds: (own) => is(own('level'), 'x') },
    {
      text: "level = 'y' or credit > 15",
      reads: ['credit', 'level'],
      holds: (own) => either(is(own('level'), 'y'), over(own('credit'), 15)),
    },
  ],
};

export const ORDER: ObjectModel = {
  name: 'worder',
  title: 'title',
  searched: ['note'],
  fields: [
    text('title'),
    { name: 'customer', type: 'lookup', target: 'wcustomer' },
    integer('amount'),
    integer('cost'),
    select('state'),
    text('note'),
    {
      name: 'lines',
      type: 'subTable',
      rows: [{ name: 'made', target: 'wcustomer' }],
      define: {
        fields: [
          { apiName: 'item', label: 'item', type: 'text' },
          { apiName: 'qty', label: 'qty', type: 'integer' },
          { apiName: 'made', label: 'made', type: 'lookup', refObject: 'wcustomer' },
        ],
      },
    },
    formula('margin', 'amount - cost', ['amount', 'cost'], ({ own }) =>
      both(own('amount'), own('cost'), (a, b) => a - b),
    ),
    formula('reach', 'customer.credit', ['customer'], ({ via }) => via('customer', 'credit')),
    formula('named', 'customer.name', ['customer'], ({ via }) => via('customer', 'name')),
    formula('graded', 'customer.grade', ['customer'], ({ via }) => via('customer', 'grade')),
    formula('spread', 'customer.total - amount', ['customer', 'amount'], ({ own, via }) =>
      both(via('customer', 'total'), own('amount'), (a, b) => a - b),
    ),
    rollup('pieces', { via: 'lines', fn: 'sum', field: 'qty' }, ['lines'], ({ own }) =>
      sum(numbers((own('lines') ?? []) as Record<string, unknown>[], 'qty')),
    ),
    rollup('score', { via: 'wvisit.order', fn: 'sum', field: 'score' }, [], ({ pointing }) =>
      sum(numbers(pointing('wvisit', 'order', 'score'), 'score')),
    ),
  ],
  conditions: [
    owned,
    made,
    { text: 'amount > 10', reads: ['amount'], holds: (own) => over(own('amount'), 10) },
    { text: "state = 'x'", reads: ['state'], holds: (own) => is(own('state'), 'x') },
    { text: 'margin > 2', reads: ['margin'], holds: (own) => over(own('margin'), 2) },
    {
      text: "owner = user.id and state = 'y'",
      reads: ['owner', 'state'],
      holds: (own, id) => and(is(own('owner'), id), is(own('state'), 'y')),
    },
    {
      text: 'cost > amount or amount > 15',
      reads: ['amount', 'cost'],
      holds: (own) => either(over(own('cost'), own('amount')), over(own('amount'), 15)),
    },
  ],
};

export const VISIT: ObjectModel = {
  name: 'wvisit',
  title: 'title',
  searched: [],
  fields: [
    text('title'),
    { name: 'order', type: 'lookup', target: 'worder' },
    { name: 'who', type: 'lookups', target: 'wcustomer' },
    integer('score'),
    formula('near', 'order.margin', ['order'], ({ via }) => via('order', 'margin')),
    formula('far', 'order.reach', ['order'], ({ via }) => via('order', 'reach')),
  ],
  conditions: [
    owned,
    { text: 'score > 10', reads: ['score'], holds: (own) => over(own('score'), 10) },
    {
      text: 'score <= 12',
      reads: ['score'],
      holds: (own) => (own('score') === null ? null : Number(own('score')) <= 12),
    },
  ],
};
export const OBJECTS: readonly ObjectModel[] = [CUSTOMER, ORDER, VISIT];
export const objectNamed = (name: string): ObjectModel =>
  OBJECTS.find((each) => each.name === name)!;
