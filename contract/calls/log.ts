export const logCalls = [] as const;
