import type { RecordValues } from '../../../contract/index.ts';
import type { DemoSeed } from '../../kernel/index.ts';
import { addDays, dayOf } from '../fields/filters/calendar.ts';
import type { Random } from './random.ts';
import {
  addressOf,
  brandOf,
  companyName,
  DEAL_WORDS,
  emailOf,
  INDUSTRIES,
  landlineOf,
  LOST_WORDS,
  mobileOf,
  personName,
  PRODUCTS,
  REGIONS,
  REMARKS,
  siteOf,
  TITLES,
} from './words.ts';

/** A record to create, with its creation time and author. */
export interface GeneratedRecord {
  id: string;
  values: RecordValues;
  at: Date;
  by: string;
}
/** What the generators draw from. `today` is YYYY-MM-DD. */
export interface DemoWorld {
  r: Random;
  now: Date;
  today: string;
  users: readonly string[];
  depts: readonly string[];
  /** Who own customers, and the departments they sell for. */
  sellers: DemoSeed['sellers'];
  newId: () => string;
}

/** How far back the company's history goes, in days: a year and a half. */
const HISTORY = 548;
const HOUR_MS = 3_600_000;

export const worldOf = (
  r: Random,
  now: Date,
  { userIds: users, deptIds: depts, sellers }: Pick<DemoSeed, 'userIds' | 'deptIds' | 'sellers'>,
  newId: () => string,
): DemoWorld => ({ r, now, today: dayOf(now), users, depts, sellers, newId });

/** A day of the history; a growing company has more of the late ones. */
const pastDay = ({ r, today }: DemoWorld): string =>
  addDays(today, -Math.floor(HISTORY * r.next() ** 1.4));
/** A working hour of a day, as wall clock time. */
const hourOf = ({ r }: DemoWorld, day: string): string =>
  `${day} ${String(r.int(8, 18)).padStart(2, '0')}:${r.pick(['00', '15', '30', '45'])}:00`;
/** A moment of a day, not after now. */
const momentOf = ({ r, now }: DemoWorld, day: string): Date =>
  new Date(
    Math.min(
      Date.parse(`${day}T00:00:00+08:00`) + r.int(8 * 60, 19 * 60) * 60_000,
      now.getTime() - r.int(1, 200) * 1_000,
    ),
  );
/** Mondays to Fridays: a company that sells to companies. */
const workDay = (world: DemoWorld): string => {
  const day = pastDay(world);
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, weekday === 0 ? -2 : weekday === 6 ? -1 : 0);
};
const maybe = <T>(r: Random, share: number, value: () => T): T | null =>
  r.chance(share) ? value() : null;
const made = (world: DemoWorld, values: RecordValues, day: string): GeneratedRecord => ({
  id: world.newId(),
  values,
  at: momentOf(world, day),
  by: String(values['owner'] ?? world.r.pick(world.sellers).id),
});

/** A sales department, and one of its people. */
function sellerOf({ r, sellers }: DemoWorld): { dept: string; owner: string } {
  const dept = r.pick([...new Set(sellers.map(({ deptId }) => deptId))]);
  return { dept, owner: r.pick(sellers.filter(({ deptId }) => deptId === dept)).id };
}

export function makeCustomers(world: DemoWorld, count: number): GeneratedRecord[] {
  const names = new Set<string>();
  const list: GeneratedRecord[] = [];
  for (let n = 1; list.length < count; n++) {
    const customer = makeCustomer(world, n);
    const name = String(customer.values['name']);
    if (!names.has(name)) list.push(customer);
    names.add(name);
  }
  return list;
}

function makeCustomer(world: DemoWorld, n: number): GeneratedRecord {
  const { r } = world;
  const [region, industry] = [r.pick(REGIONS), r.pick(INDUSTRIES)];
  const [city, brand] = [r.pick(region.cities), brandOf(r)];
  const status = r.weighted([
    ['lead', 2],
    ['talking', 3],
    ['active', 6],
    ['lost', 1],
  ] as const);
  const level = r.weighted([
    ['a', 1],
    ['b', 3],
    ['c', 7],
  ] as const);
  const day = workDay(world);
  return made(
    world,
    {
      name: companyName(r, city, brand, industry.words),
      code: `KH${String(n).padStart(6, '0')}`,
      level,
      status,
      industry: industry.code,
      region: region.code,
      ...sellerOf(world),
      tel: landlineOf(r),
      email: maybe(r, 0.8, () => emailOf(brand, n)),
      site: maybe(r, 0.5, () => siteOf(brand, n)),
      address: addressOf(r, city),
      turnover: r.amount({ a: 5_000_000, b: 800_000, c: 120_000 }[level]),
      staff: r.int(8, level === 'a' ? 3_000 : 400),
      isKey: level !== 'c' && r.chance(0.4),
      tags: maybe(r, 0.6, () => [
        ...new Set([r.pick(['price', 'quality', 'fast']), r.pick(['brand', 'credit', 'quality'])]),
      ]),
      firstDeal: status === 'active' || status === 'lost' ? day : null,
      lastVisit: maybe(r, 0.7, () => hourOf(world, pastDay(world))),
      remark: maybe(r, 0.3, () => r.pick(REMARKS)),
    },
    day,
  );
}

/** One or more for each customer; the first is the main one. */
export function makeContacts(
  world: DemoWorld,
  customers: readonly GeneratedRecord[],
): GeneratedRecord[] {
  const { r } = world;
  return customers.flatMap((customer, c) =>
    Array.from(
      {
        length: r.weighted([
          [1, 4],
          [2, 4],
          [3, 2],
        ] as const),
      },
      (_, i) => {
        const name = personName(r);
        return made(
          world,
          {
            name,
            customer: customer.id,
            title: r.pick(TITLES),
            gender: r.pick(['f', 'm']),
            mobile: mobileOf(c * 10 + i),
            email: maybe(r, 0.5, () => emailOf(name, c)),
            birthday: maybe(
              r,
              0.3,
              () =>
                `${r.int(1968, 2000)}-${String(r.int(1, 12)).padStart(2, '0')}-${String(r.int(1, 28)).padStart(2, '0')}`,
            ),
            isMain: i === 0,
          },
          dayOf(customer.at),
        );
      },
    ),
  );
}

const CHANCES = { found: 10, sample: 30, quote: 60, won: 100, lost: 0 } as const;

export function makeOpportunities(
  world: DemoWorld,
  customers: readonly GeneratedRecord[],
  contacts: readonly GeneratedRecord[],
  count: number,
): GeneratedRecord[] {
  const { r } = world;
  const people = new Map<unknown, GeneratedRecord[]>();
  for (const contact of contacts)
    people.set(contact.values['customer'], [
      ...(people.get(contact.values['customer']) ?? []),
      contact,
    ]);
  return Array.from({ length: count }, () => {
    const customer = r.pick(customers);
    const day = workDay(world);
    const stage = r.weighted([
      ['found', 3],
      ['sample', 3],
      ['quote', 3],
      ['won', 6],
      ['lost', 2],
    ] as const);
    const open = stage !== 'won' && stage !== 'lost';
    const words = r.pick(DEAL_WORDS);
    return made(
      world,
      {
        name: `${String(customer.values['name']).slice(2, 4)}${words}`,
        customer: customer.id,
        contact: r.pick(people.get(customer.id)!).id,
        stage,
        amount: r.amount(86_000),
        chance: CHANCES[stage],
        closeDay: addDays(open ? world.today : day, r.int(7, 90)),
        owner: customer.values['owner'],
        source: r.pick(['fair', 'referral', 'online', 'visit', 'bid']),
        nextAt: open ? hourOf(world, addDays(world.today, r.int(-3, 21))) : null,
        lostWhy: stage === 'lost' ? r.pick(LOST_WORDS) : null,
        remark: maybe(r, 0.25, () => r.pick(REMARKS)),
      },
      day,
    );
  });
}

/** States an order is in so many days after it was placed. */
function orderStatus(r: Random, age: number): string {
  if (age > 60)
    return r.weighted([
      ['done', 22],
      ['cancelled', 1],
      ['shipped', 1],
    ] as const);
  if (age > 20)
    return r.weighted([
      ['done', 3],
      ['shipped', 5],
      ['producing', 4],
      ['cancelled', 1],
    ] as const);
  return r.weighted([
    ['draft', 2],
    ['confirmed', 4],
    ['producing', 4],
    ['shipped', 1],
  ] as const);
}

const DAY_MS = 24 * HOUR_MS;
/** Customers as an order needs them. */
export interface Buyer {
  id: string;
  owner: string;
  dept: string | null;
}

/** The n-th order. Numbers contain the month and the count: XS202601-000123. */
export function makeOrder(
  world: DemoWorld,
  buyers: readonly Buyer[],
  n: number,
  deals: readonly GeneratedRecord[] = [],
): GeneratedRecord {
  const { r } = world;
  const deal = deals.length > 0 && r.chance(0.4) ? r.pick(deals) : undefined;
  const buyer =
    (deal && buyers.find((each) => each.id === deal.values['customer'])) ?? r.pick(buyers);
  const day = workDay(world);
  const status = orderStatus(r, (Date.parse(world.today) - Date.parse(day)) / DAY_MS);
  const amount = r.amount(18_600);
  const paid =
    status === 'done'
      ? amount
      : status === 'draft' || status === 'cancelled'
        ? 0
        : Math.round(amount * r.pick([0, 0.3, 0.5]) * 100) / 100;
  return made(
    world,
    {
      orderNo: `XS${day.slice(0, 4)}${day.slice(5, 7)}-${String(n).padStart(6, '0')}`,
      customer: buyer.id,
      opportunity: deal?.id ?? null,
      status,
      amount,
      paid,
      orderDay: day,
      deliverAt: hourOf(world, addDays(day, r.int(7, 45))),
      channel: r.weighted([
        ['direct', 5],
        ['dealer', 3],
        ['online', 2],
        ['export', 1],
      ] as const),
      owner: buyer.owner,
      dept: buyer.dept,
      urgent: r.chance(0.08),
      remark: maybe(r, 0.2, () => r.pick(REMARKS)),
    },
    day,
  );
}

/** The lines of an order; their sum becomes its amount, so that the two agree. */
export function makeLines(world: DemoWorld, order: GeneratedRecord): GeneratedRecord[] {
  const { r } = world;
  const lines = Array.from(
    {
      length: r.weighted([
        [1, 4],
        [2, 4],
        [3, 2],
        [5, 1],
      ] as const),
    },
    () => {
      const product = r.pick(PRODUCTS);
      const quantity = r.weighted([
        [r.int(5, 40), 4],
        [r.int(50, 300), 3],
        [r.int(400, 2_000), 1],
      ] as const);
      const discount = r.weighted([
        [100, 5],
        [95, 3],
        [90, 2],
        [85, 1],
      ] as const);
      const price = Math.round(product.price * (0.9 + r.next() * 0.2) * 100) / 100;
      return made(
        world,
        {
          product: product.name,
          order: order.id,
          sku: product.sku,
          unit: product.unit,
          quantity,
          price,
          discount,
          amount: Math.round(quantity * price * discount) / 100,
        },
        dayOf(order.at),
      );
    },
  );
  order.values['amount'] =
    Math.round(lines.reduce((sum, line) => sum + Number(line.values['amount']), 0) * 100) / 100;
  if (Number(order.values['paid']) > 0)
    order.values['paid'] =
      order.values['status'] === 'done'
        ? order.values['amount']
        : Math.round(Number(order.values['amount']) * 30) / 100;
  return lines.map((line) => ({ ...line, by: order.by, at: order.at }));
}
