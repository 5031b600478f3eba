import type { TenantTx } from '../kernel/index.ts';

/**
 * A place that names a person or a department: what it is for a person, how many records of it do
 * (`more`: at least so many), where it can be looked at (an address of the builder's).
 */
export interface Usage {
  readonly title: string;
  readonly records?: number;
  readonly more?: boolean;
  readonly link?: string;
}

/** Finds what names something, and would not make sense, or mean something else, without it. */
export type FindUsages = (tx: TenantTx, id: string) => Promise<Usage[]>;

/** Where things of one kind are used; a service that references them adds itself. */
export class Usages {
  readonly #finders: FindUsages[];

  constructor(finders: readonly FindUsages[] = []) {
    this.#finders = [...finders];
  }

  add(find: FindUsages): void {
    this.#finders.push(find);
  }

  /** None when nowhere. */
  async of(tx: TenantTx, id: string): Promise<Usage[]> {
    const found: Usage[] = [];
    for (const find of this.#finders) found.push(...(await find(tx, id)));
    return found;
  }
}
/** What is used elsewhere is not deleted. */
export class RoleUsages extends Usages {}
export class WorkGroupUsages extends Usages {}

/** Places a sentence names before it only counts them. */
const MAX_NAMED = 3;

const usageText = ({ title, records, more = false }: Usage): string =>
  records === undefined
    ? title
    : `${title}（${records.toLocaleString('en')} 条${more ? '以上' : ''}记录）`;

/** 订单的“归属部门”（12 条记录）、视图“华东”的可见范围等 5 处. */
export const summarizeUsages = (uses: readonly Usage[]): string =>
  `${uses.slice(0, MAX_NAMED).map(usageText).join('、')}${uses.length > MAX_NAMED ? `等 ${uses.length} 处` : ''}`;

/** How many things that are: records, and places that are no records. */
export const countUsages = (uses: readonly Usage[]): number =>
  uses.reduce((sum, { records = 1 }) => sum + records, 0);
