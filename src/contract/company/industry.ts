/**
 * Who sees a resource once it is listed: every company with the industry package, those of its
 * region, or those it names.
 */
export const RESOURCE_VISIBILITIES = ['public', 'region', 'invited'] as const;
export const RESOURCE_STATES = ['draft', 'reviewing', 'listed', 'delisted'] as const;
export type ResourceState = (typeof RESOURCE_STATES)[number];
/** Where each state may go; only an administrator says yes to what is reviewed. */
export const RESOURCE_WAYS: Readonly<Record<ResourceState, readonly ResourceState[]>> = {
  draft: ['reviewing'],
  reviewing: ['draft', 'listed'],
  listed: ['delisted'],
  delisted: ['reviewing'],
};
/** In what state it is, in words; and what going there is called. */
export const RESOURCE_WORDS: Readonly<Record<ResourceState, { is: string; deed: string }>> = {
  draft: { is: '还是草稿', deed: '退回' },
  reviewing: { is: '正在审核', deed: '提交审核' },
  listed: { is: '已上架', deed: '上架' },
  delisted: { is: '已下架', deed: '下架' },
};
/**
 * Characters of a title and of an introduction, companies one names, and resources of a company.
 */
export const MAX_RESOURCE_TITLE = 50;
export const MAX_RESOURCE_INTRO = 2_000;
export const MAX_INVITED = 200;
export const MAX_RESOURCES = 1_000;
