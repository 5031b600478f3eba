export const busmodelCalls = [] as const;
