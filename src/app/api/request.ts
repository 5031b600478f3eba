import { LIST_MEMBER, type Call } from '../../contract/index.ts';

/** The session's identity: the headers every request carries (specification, section 7). */
export interface Identity {
  token: string;
  userid: string;
  tenant: string;
  region: string;
}

export interface WireRequest {
  method: 'GET' | 'POST';
  url: string;
  params: Record<string, unknown>;
  data?: unknown;
  headers: Record<string, string>;
}

type Input = Record<string, unknown>;
const HOLE = /\{(\w+)\}/g;
const FORM = 'application/x-www-form-urlencoded';
const JSON_BODY = 'application/json';

export function identityHeaders(identity: Identity | null): Record<string, string> {
  if (!identity) return {};
  return {
    token: identity.token,
    userid: identity.userid,
    tenant: identity.tenant,
    regionId: identity.region,
  };
}

/** A path parameter as one segment; a dot segment would silently lead to another address. */
function segment(call: Call, name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (text === '' || text === '.' || text === '..')
    throw new RangeError(`${call.id}: "${text}" is no value for {${name}} of ${call.path}`);
  return encodeURIComponent(text);
}

/** Empty values are left out, as they would arrive as the words null and undefined. */
export function formEncode(values: Input): URLSearchParams {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(
    given.map(([key, value]) => [
      key,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
}

const propertiesOf = (schema: unknown): Input =>
  (schema as { properties?: Input } | undefined)?.properties ?? {};

/** Divides what is left of the input between query and body. */
function divide(call: Call, rest: Input): { query: Input; body: Input } {
  if (call.method === 'GET') return { query: rest, body: {} };
  const queried = propertiesOf(call.query);
  const query = Object.fromEntries(Object.entries(rest).filter(([key]) => key in queried));
  return {
    query,
    body: Object.fromEntries(Object.entries(rest).filter(([key]) => !(key in queried))),
  };
}

/**
 * What goes over the wire for a call: pure. `input` holds path parameters, query and body in one
 * object; `now` is the timestamp a GET gets unless the caller gave one, so that no cache between
 * answers for the server.
 */
export function buildRequest(
  call: Call,
  input: Input,
  identity: Identity | null,
  now: number,
): WireRequest {
  const rest = { ...input };
  const url = call.path.replace(HOLE, (_, name: string) => {
    const value = segment(call, name, input[name]);
    delete rest[name];
    return value;
  });
  const { query, body } = divide(call, rest);
  const headers = identityHeaders(identity);
  if (call.method === 'GET')
    return { method: 'GET', url, params: { timestamp: now, ...query }, headers };
  const { data, type } = bodyOf(call, body);
  return {
    method: 'POST',
    url,
    params: query,
    data,
    headers: { ...headers, 'content-type': type },
  };
}

/** The body as it is sent, and its type. */
const bodyOf = ({ bodyKind }: Call, body: Input): { data: unknown; type: string } =>
  bodyKind === 'form'
    ? { data: formEncode(body), type: FORM }
    : { data: bodyKind === 'list' ? (body[LIST_MEMBER] ?? []) : body, type: JSON_BODY };
