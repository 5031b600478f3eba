export const systemCalls = [] as const;
