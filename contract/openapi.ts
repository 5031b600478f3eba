import { LIST_MEMBER, type Call } from './call.ts';
import { ERRORS } from './errors.ts';

type Json = Record<string, unknown>;

const VERSION = '3.1.0';
const SESSION_HEADERS = ['token', 'userid', 'tenant', 'regionId'] as const;

/** A schema as plain JSON: the builder's symbols and functions do not belong in a document. */
const plain = (schema: unknown): Json => JSON.parse(JSON.stringify(schema)) as Json;

function parameters(place: 'path' | 'query', schema: unknown): Json[] {
  const { properties = {}, required = [] } = plain(schema ?? {}) as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, each]) => ({ name, in: place, required: place === 'path' || required.includes(name), schema: each }));
}

const FILE = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } };
const MEDIA = { json: 'application/json', list: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' } as const;

/** The schema of a list that travels alone. */
const listOf = (body: unknown): unknown => (plain(body).properties as Json)[LIST_MEMBER];

function requestBody({ bodyKind, body }: Call): Json | undefined {
  if (!body && bodyKind !== 'multipart') return undefined;
  return { required: true, content: { [MEDIA[bodyKind]]: { schema: bodyKind === 'multipart' ? FILE : bodyKind === 'list' ? listOf(body) : plain(body) } } };
}

/** data of an envelope is the call's; a raw answer is bytes. */
function success({ answer, data }: Call): Json {
  if (answer === 'raw') return { description: 'OK', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  const properties = { code: { const: 200 }, data: plain(data), msg: { type: 'string' } };
  return { description: 'OK', content: { 'application/json': { schema: { type: 'object', required: ['code', 'data', 'msg'], properties } } } };
}

function operation(call: Call): Json {
  const body = requestBody(call);
  return {
    operationId: call.id, summary: call.summary, tags: [call.id.split('.')[0]],
    parameters: [...parameters('path', call.params), ...parameters('query', call.query)],
    ...(body && { requestBody: body }),
    responses: { 200: success(call), default: { $ref: '#/components/responses/Failure' } },
    security: call.access === 'anonymous' ? [] : [Object.fromEntries(SESSION_HEADERS.map((name) => [name, []]))],
    'x-access': call.access,
  };
}

const failure = {
  description: '失败：code 与 data.reason 见错误目录',
  content: { 'application/json': { schema: {
    type: 'object', required: ['code', 'data', 'msg'],
    properties: {
      code: { type: 'integer' }, msg: { type: 'string' },
      data: {
        type: 'object', required: ['reason'],
        properties: {
          reason: { enum: Object.keys(ERRORS) }, params: { type: 'object' }, current: {},
          errors: { type: 'array', items: { type: 'object', required: ['path', 'reason', 'msg'], properties: { path: { type: 'string' }, reason: { type: 'string' }, params: { type: 'object' }, msg: { type: 'string' } } } },
        },
      },
    },
  } } },
};

/** The OpenAPI 3.1 document of these calls. Pure: the same calls give the same document. */
export function openApi(calls: readonly Call[]): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(call);
  return {
    openapi: VERSION,
    info: { title: '活字 Huozi', version: '1', description: '每个回答都是 {code, data, msg}；除匿名调用外，请求须带 token、userid、tenant、regionId 四个请求头。' },
    paths,
    components: {
      responses: { Failure: failure },
      securitySchemes: Object.fromEntries(SESSION_HEADERS.map((name) => [name, { type: 'apiKey', in: 'header', name }])),
    },
  };
}
