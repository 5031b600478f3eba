export const industryCalls = [] as const;
