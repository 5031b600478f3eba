import type { RecordValues } from '../../../contract/index.ts';

/**
 * A sentence by one of a record's people (their number); @0 mentions the first of them. An answer
 * follows the first sentence.
 */
export interface StoryComment {
  by: number;
  text: string;
  answers?: true;
}
/** Changes of a record, step by step, and the comments about it. */
export interface Story {
  changes: readonly RecordValues[];
  talk: readonly StoryComment[];
}

export const STORIES = {
  customer: [
    {
      changes: [
        { level: 'b', isKey: true },
        { remark: '年初起由普通客户升为重点客户，每季度回访一次。' },
      ],
      talk: [
        { by: 0, text: '采购部换了负责人，下次拜访请带上新样册。' },
        { by: 1, text: '@0 样册已寄出，周四前到。', answers: true },
      ],
    },
    {
      changes: [{ status: 'talking' }, { status: 'active', turnover: 860_000 }],
      talk: [{ by: 2, text: '首单已签，合同在法务走章。' }],
    },
    { changes: [{ tags: ['price', 'credit'] }], talk: [] },
  ],
  opportunity: [
    {
      changes: [
        { chance: 40, source: 'referral' },
        { stage: 'quote', chance: 60, amount: 128_000 },
        { amount: 118_500 },
      ],
      talk: [
        { by: 0, text: '客户要求含安装的总价，@1 请核一下安装费。' },
        { by: 1, text: '安装按每平方 18 元，已并入报价。', answers: true },
        { by: 0, text: '收到，已发给客户。', answers: true },
      ],
    },
    {
      changes: [{ stage: 'quote', chance: 50 }],
      talk: [{ by: 1, text: '对方还在比价，预计下周给答复。' }],
    },
  ],
  salesOrder: [
    {
      changes: [{ urgent: true }, { status: 'producing' }],
      talk: [
        { by: 0, text: '客户催得急，@2 能否排进本周？' },
        { by: 2, text: '可以，周五晚班完成。', answers: true },
      ],
    },
    {
      changes: [{ remark: '分两批发货，第二批随补样一起。' }],
      talk: [{ by: 1, text: '第一批 60 件已装车。' }],
    },
    { changes: [{ channel: 'dealer' }], talk: [] },
  ],
  contract: [
    {
      changes: [{ prepay: 20 }, { prepay: 30 }],
      talk: [
        { by: 0, text: '预付比例按谈好的 30% 改了，@1 请复核条款。' },
        { by: 1, text: '条款没有问题，可以会签。', answers: true },
      ],
    },
    { changes: [{ score: 4 }], talk: [{ by: 2, text: '本期交付准时，评分上调。' }] },
  ],
} satisfies Readonly<Record<string, readonly Story[]>>;
/** Records a story fits: nothing is won before it is offered. */
export const FITS: Readonly<Record<keyof typeof STORIES, (record: RecordValues) => boolean>> = {
  customer: ({ status }) => status === 'lead' || status === 'talking',
  opportunity: ({ stage }) => stage === 'found' || stage === 'sample',
  salesOrder: ({ status }) => status === 'draft' || status === 'confirmed',
  contract: ({ status }) => status !== 'ended' && status !== 'broken',
};
export const DEMO_OBJECT_NAMES = Object.keys(STORIES) as (keyof typeof STORIES)[];
