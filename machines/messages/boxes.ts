import type {
  MessagePages,
  PageRequests,
  MessageBoxState,
  MessagesContext,
  Tab,
  PageRequest,
} from './types.ts';
import { MESSAGE_SIZES } from './types.ts';

/** First page of every list, also after a mark or a delete (specification, section 4). */
const FIRST: PageRequest = { current: 1, size: MESSAGE_SIZES[0] };
export const TABS: readonly Tab[] = ['unread', 'read'];

export const emptyBox: MessageBoxState = {
  ...FIRST,
  records: [],
  total: 0,
  withChecked: [],
  known: false,
  failure: null,
};
type Context = MessagesContext;

const updateBox = (
  context: Context,
  tab: Tab,
  change: Partial<MessageBoxState>,
): Pick<Context, 'boxes'> => ({
  boxes: { ...context.boxes, [tab]: { ...context.boxes[tab], ...change } },
});

/** Both lists at page 1, size 10, nothing ticked. */
export const resetPaging = ({ boxes }: Context): Partial<Context> => ({
  wanted: TABS,
  boxes: {
    unread: { ...boxes.unread, ...FIRST, withChecked: [] },
    read: { ...boxes.read, ...FIRST, withChecked: [] },
  },
});

/** Ticks in the list that is shown: of what it shows, nothing else. */
export const checked = (context: Context, ids: readonly string[]): Partial<Context> =>
  updateBox(context, context.tab, {
    withChecked: context.boxes[context.tab].records
      .map(({ id }) => id)
      .filter((id) => ids.includes(id)),
  });

/**
 * Changes the page; another size starts at the first page. A size that is not offered changes
 * nothing.
 */
export function withPage(context: Context, { current, size }: PageRequest): Partial<Context> {
  const { tab, boxes } = context;
  if (!(MESSAGE_SIZES as readonly number[]).includes(size)) return {};
  return {
    ...updateBox(context, tab, {
      current: size === boxes[tab].size ? Math.max(1, Math.trunc(current)) : 1,
      size,
      withChecked: [],
    }),
    wanted: [...new Set([...context.wanted, tab])],
  };
}

export const pageRequestsOf = ({ asked, boxes }: Context): PageRequests =>
  Object.fromEntries(
    asked.map((tab) => [tab, { current: boxes[tab].current, size: boxes[tab].size }]),
  );

const lastPage = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/**
 * What was answered; what is ticked and still there stays ticked. A page beyond the last becomes
 * the last, and is wanted again.
 */
export function withPages(context: Context, answers: MessagePages): Partial<Context> {
  const wanted = new Set(context.wanted);
  const boxes = { ...context.boxes };
  for (const tab of TABS) {
    const answer = answers[tab];
    if (!answer) continue;
    const box = boxes[tab];
    const last = lastPage(answer.total, box.size);
    if (box.current > last) wanted.add(tab);
    boxes[tab] = {
      ...box,
      ...answer,
      current: Math.min(box.current, last),
      known: true,
      failure: null,
      withChecked: box.withChecked.filter((id) => answer.records.some((each) => each.id === id)),
    };
  }
  return { boxes, wanted: [...wanted], ...(answers.unread && { unread: answers.unread.total }) };
}

export function withFailure(context: Context, text: string): Partial<Context> {
  const boxes = { ...context.boxes };
  for (const tab of context.asked) boxes[tab] = { ...boxes[tab], failure: text };
  return { boxes };
}

/** Moves marked messages from the unread list to the top of the read one, unticked. */
export function withMarked(context: Context): Partial<Context> {
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
  const reset = resetPaging({ ...context, boxes }).boxes!;
  // One that was opened is marked alone: what is ticked besides is for a deed still to come.
  const withChecked = unread.withChecked.filter((id) => !chosen.includes(id));
  return {
    wanted: TABS,
    boxes: { ...reset, unread: { ...reset.unread, withChecked } },
    unread: Math.max(0, context.unread - moved.length),
    chosen: [],
  };
}

/** Removes deleted messages from both lists. */
export function withoutRemoved(context: Context): Partial<Context> {
  const { boxes, chosen } = context;
  const without = (box: MessageBoxState): MessageBoxState => ({
    ...box,
    records: box.records.filter(({ id }) => !chosen.includes(id)),
    total: box.total - box.records.filter(({ id }) => chosen.includes(id)).length,
  });
  const left = { unread: without(boxes.unread), read: without(boxes.read) };
  return {
    ...resetPaging({ ...context, boxes: left }),
    unread: Math.max(0, context.unread - (boxes.unread.total - left.unread.total)),
    chosen: [],
  };
}
