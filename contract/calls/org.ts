export const orgCalls = [] as const;
