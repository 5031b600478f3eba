import type { Labels } from '../../contract/index.ts';
import type { GroupRecords } from './types.ts';

/** One answer of several; `cursor` leads to the next. */
interface ResponsePage extends GroupRecords {
  labels: Labels;
  cursor?: string | null;
}

/** Names of both answers. */
function bothLabels(a: Labels, b: Labels): Labels {
  const both: Labels = { ...a };
  for (const [kind, names] of Object.entries(b)) both[kind] = { ...both[kind], ...names };
  return both;
}

/**
 * All pages of what is asked, one after the other, until there are `atMost` records; `total` is
 * still how many there are.
 */
export async function fetchAllPages<P extends ResponsePage>(
  ask: (more: object) => Promise<P>,
  atMost: number,
): Promise<P> {
  let all = await ask({});
  while (all.cursor && all.records.length < atMost) {
    const next = await ask({ cursor: all.cursor });
    if (next.records.length === 0) break;
    all = {
      ...next,
      total: all.total,
      totalIsEstimate: all.totalIsEstimate,
      records: [...all.records, ...next.records],
      labels: bothLabels(all.labels, next.labels),
    };
  }
  return all;
}
