/** Replaces a code in anything that is stored or shown. */
export const HIDDEN = '******';
/** Params of a template that give access: a code, an address with a token. */
const SECRET_PARAMS: ReadonlySet<string> = new Set(['code', 'link', 'token', 'password']);

/** The names in a template's content, in order, each once. */
export const paramsOf = (content: string): string[] => [
  ...new Set([...content.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)),
];

/** A template's content with its params filled in; missing ones stay as placeholders. */
export const fillTemplate = (content: string, params: Readonly<Record<string, string>>): string =>
  content.replace(/\{(\w+)\}/g, (hole, name: string) => params[name] ?? hole);

/** The same params with everything masked that gives access. */
export const maskSecrets = (params: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, SECRET_PARAMS.has(name) ? HIDDEN : value]),
  );
