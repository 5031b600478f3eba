/** What reading an answer needs of it, whoever fetched it and how. Names of headers are in lower case. */
export interface Answer<T = unknown> { readonly status: number; readonly data: T; readonly headers: Readonly<Record<string, string>> }

const read = <T>({ status, headers }: Response, data: T): Answer<T> => ({ status, data, headers: Object.fromEntries(headers) });

/** An answer that is to be JSON; what is none has no data. */
export const jsonAnswer = async (response: Response): Promise<Answer> => read(response, await response.json().catch(() => undefined) as unknown);
export const bytesAnswer = async (response: Response): Promise<Answer<Blob>> => read(response, await response.blob());
