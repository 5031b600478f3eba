import type { Answers, Asks, Box, MessagesContext, Tab, Turn } from './types.ts';
import { MESSAGE_SIZES } from './types.ts';

/** Where every list starts, and starts anew after a mark or a delete (specification, section 4). */
const FIRST: Turn = { current: 1, size: MESSAGE_SIZES[0] };
export const TABS: readonly Tab[] = ['unread', 'read'];

export const emptyBox: Box = {
  ...FIRST,
  records: [],
  total: 0,
  checked: [],
  known: false,
  failure: null,
};
type Context = MessagesContext;

const put = (context: Context, tab: Tab, change: Partial<Box>): Pick<Context, 'boxes'> => ({
  boxes: { ...context.boxes, [tab]: { ...context.boxes[tab], ...change } },
});

/** Both lists at page 1, size 10, nothing ticked. */
export const anew = ({ boxes }: Context): Partial<Context> => ({
  wanted: TABS,
  boxes: {
    unread: { ...boxes.unread, ...FIRST, checked: [] },
    read: { ...boxes.read, ...FIRST, checked: [] },
  },
});

/** Ticks in the list that is shown: of what it shows, nothing else. */
export const checked = (context: Context, ids: readonly string[]): Partial<Context> =>
  put(context, context.tab, {
    checked: context.boxes[context.tab].records
      .map(({ id }) => id)
      .filter((id) => ids.includes(id)),
  });

/** Another page; another size starts at the first. A size nobody offers changes nothing. */
export function turned(context: Context, { current, size }: Turn): Partial<Context> {
  const { tab, boxes } = context;
  if (!(MESSAGE_SIZES as readonly number[]).includes(size)) return {};
  return {
    ...put(context, tab, {
      current: size === boxes[tab].size ? Math.max(1, Math.trunc(current)) : 1,
      size,
      checked: [],
    }),
    wanted: [...new Set([...context.wanted, tab])],
  };
}

export const asksOf = ({ asked, boxes }: Context): Asks =>
  Object.fromEntries(
    asked.map((tab) => [tab, { current: boxes[tab].current, size: boxes[tab].size }]),
  );

/**
 * What was answered; what is ticked and still there stays ticked. A page beyond the last becomes
 * the last, and is wanted again.
 */
export function answered(context: Context, answers: Answers): Partial<Context> {
  const wanted = new Set(context.wanted);
  const boxes = { ...context.boxes };
  for (const tab of TABS) {
    const answer = answers[tab];
    if (!answer) continue;
    const box = boxes[tab];
    const last = Math.max(1, Math.ceil(answer.total / box.size));
    if (box.current > last) wanted.add(tab);
    boxes[tab] = {
      ...box,
      ...answer,
      current: Math.min(box.current, last),
      known: true,
      failure: null,
      checked: box.checked.filter((id) => answer.records.some((each) => each.id === id)),
    };
  }
  return { boxes, wanted: [...wanted], ...(answers.unread && { unread: answers.unread.total }) };
}

export function failed(context: Context, text: string): Partial<Context> {
  const boxes = { ...context.boxes };
  for (const tab of context.asked) boxes[tab] = { ...boxes[tab], failure: text };
  return { boxes };
}

/** Marked ones leave the unread list and stand, unticked, on top of the read one. */
export function marked(context: Context): Partial<Context> {
  const {
    boxes: { unread, read },
    chosen,
  } = context;
  const moved = unread.records
    .filter(({ id }) => chosen.includes(id))
    .map((each) => ({ ...each, isRead: 1 as const }));
  const boxes = {
    unread: {
      ...unread,
      records: unread.records.filter(({ id }) => !chosen.includes(id)),
      total: Math.max(0, unread.total - moved.length),
    },
    read: { ...read, records: [...moved, ...read.records], total: read.total + moved.length },
  };
  return {
    ...anew({ ...context, boxes }),
    unread: Math.max(0, context.unread - moved.length),
    chosen: [],
  };
}

/** Deleted ones are gone from whichever list they stood in. */
export function removed(context: Context): Partial<Context> {
  const { boxes, chosen } = context;
  const without = (box: Box): Box => ({
    ...box,
    records: box.records.filter(({ id }) => !chosen.includes(id)),
    total: box.total - box.records.filter(({ id }) => chosen.includes(id)).length,
  });
  const left = { unread: without(boxes.unread), read: without(boxes.read) };
  return {
    ...anew({ ...context, boxes: left }),
    unread: Math.max(0, context.unread - (boxes.unread.total - left.unread.total)),
    chosen: [],
  };
}
