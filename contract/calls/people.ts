export const peopleCalls = [] as const;
