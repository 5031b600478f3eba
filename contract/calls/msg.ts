export const msgCalls = [] as const;
