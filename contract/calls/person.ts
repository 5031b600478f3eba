export const personCalls = [] as const;
