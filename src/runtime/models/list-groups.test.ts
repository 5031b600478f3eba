import { expect, it } from 'vitest';
import { ListGroups } from './list-groups.ts';

/** A list of one group with so many records, whose answers are there at once. */
function groupOf(count: number) {
  const sizes: number[] = [];
  const groups = new ListGroups({
    groupBy: ['state'],
    groups: [{ values: ['open'], count, summary: [] }],
    recordsWithin: async (_values: unknown, current: number, size: number) => {
      sizes.push(size);
      const from = (current - 1) * size;
      const length = Math.max(0, Math.min(size, count - from));
      return {
        records: Array.from({ length }, (_, at) => ({ id: `r${from + at}` })),
        total: count,
        totalIsEstimate: false,
      };
    },
  } as never);
  return { groups, sizes };
}
const turn = () => new Promise((resolve) => setTimeout(resolve));

it('records that were fetched with 更多 are there after the list was read again', async () => {
  const { groups, sizes } = groupOf(330);
  groups.renew();
  await turn();
  expect(groups.records).toHaveLength(50);
  groups.more('["open"]');
  await turn();
  expect(groups.records).toHaveLength(100);
  groups.renew();
  await turn();
  expect(groups.records).toHaveLength(100);
  expect(sizes).toEqual([50, 50, 100]);
  for (let each = 0; each < 3; each++) {
    groups.more('["open"]');
    await turn();
  }
  groups.renew();
  await turn();
  expect(groups.records.length).toBeGreaterThanOrEqual(250);
  expect(new Set(groups.records.map(({ id }) => id)).size).toBe(groups.records.length);
  groups.more('["open"]');
  await turn();
  expect(groups.records).toHaveLength(330);
});
