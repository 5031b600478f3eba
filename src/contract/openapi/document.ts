import type { TSchema } from 'typebox';
import { LIST_MEMBER, type Call } from '../calls/call.ts';
import { ERRORS } from '../base/errors.ts';
import { Components, plain, type Json } from './components.ts';
import { exampleOf } from './example.ts';
import { EXAMPLES } from './examples.ts';

const VERSION = '3.1.0';
/** Of the calls: the major number changes when a caller has to change. */
const API_VERSION = '1.0.0';
const SESSION_HEADERS = ['token', 'userid', 'tenant', 'regionId'] as const;

const FILE = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};
const MEDIA = {
  json: 'application/json',
  list: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const;

/** The response of a failure, for every call. */
const FAILURE = {
  type: 'object',
  required: ['code', 'data', 'msg'],
  properties: {
    code: { type: 'integer' },
    msg: { type: 'string' },
    data: {
      type: 'object',
      required: ['reason'],
      properties: {
        reason: { enum: Object.keys(ERRORS) },
        params: { type: 'object' },
        current: {},
        errors: { type: 'array', items: { $ref: '#/components/schemas/Problem' } },
      },
    },
  },
};
const PROBLEM = {
  type: 'object',
  required: ['path', 'reason', 'msg'],
  properties: {
    path: { type: 'string' },
    reason: { type: 'string' },
    params: { type: 'object' },
    msg: { type: 'string' },
  },
};

/** BizmetaRecordList of bizmeta.record.list: the names of a call's own shapes begin with it. */
const typeName = (id: string): string =>
  id
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** What the body of a call is as a schema; undefined for a file, and for a call without a body. */
function bodySchema({ bodyKind, body }: Call): TSchema | undefined {
  if (bodyKind === 'multipart') return undefined;
  return bodyKind === 'list'
    ? (body as unknown as { properties: Record<string, TSchema> }).properties[LIST_MEMBER]
    : body;
}

class Document {
  readonly components = new Components();

  operation(call: Call): Json {
    const body = this.#requestBody(call);
    return {
      operationId: call.id,
      summary: call.summary,
      tags: [call.id.split('.')[0]],
      parameters: [
        ...this.#parameters('path', call.params),
        ...this.#parameters('query', call.query),
      ],
      ...(body && { requestBody: body }),
      responses: { 200: this.#success(call), default: { $ref: '#/components/responses/Failure' } },
      security:
        call.access === 'anonymous'
          ? []
          : [Object.fromEntries(SESSION_HEADERS.map((name) => [name, []]))],
      'x-access': call.access,
    };
  }

  #parameters(place: 'path' | 'query', schema: unknown): Json[] {
    const { properties = {}, required = [] } = plain(schema ?? {}) as {
      properties?: Json;
      required?: string[];
    };
    const isRequired = (name: string): boolean => place === 'path' || required.includes(name);
    return Object.entries(properties).map(([name, each]) => ({
      name,
      in: place,
      required: isRequired(name),
      schema: this.components.refer(each),
    }));
  }

  #requestBody(call: Call): Json | undefined {
    if (call.bodyKind === 'multipart')
      return { required: true, content: { [MEDIA.multipart]: { schema: FILE } } };
    const schema = bodySchema(call);
    if (!schema) return undefined;
    const example = EXAMPLES[call.id]?.body ?? exampleOf(schema);
    const content = {
      schema: this.components.referAs(`${typeName(call.id)}Input`, schema),
      ...(example !== undefined && { example }),
    };
    return { required: true, content: { [MEDIA[call.bodyKind]]: content } };
  }

  /** data of an envelope is the call's; a raw answer is bytes. */
  #success(call: Call): Json {
    if (call.answer === 'raw') {
      return {
        description: 'OK',
        content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
      };
    }
    const data = this.components.referAs(`${typeName(call.id)}Data`, call.data);
    const schema = {
      type: 'object',
      required: ['code', 'data', 'msg'],
      properties: { code: { const: 200 }, data, msg: { type: 'string' } },
    };
    const example = EXAMPLES[call.id]?.data;
    const shown = example === undefined ? {} : { example: { code: 200, data: example, msg: 'ok' } };
    return { description: 'OK', content: { 'application/json': { schema, ...shown } } };
  }
}

export interface OpenApiOptions {
  /**
   * Where the calls are served, such as https://huozi.example.com; the document's own origin unless
   * given.
   */
  server?: string;
}

/** The OpenAPI 3.1 document of these calls. Pure: the same calls give the same document. */
export function openApi(calls: readonly Call[], { server = '/' }: OpenApiOptions = {}): Json {
  const document = new Document();
  const paths: Record<string, Json> = {};
  for (const call of calls)
    (paths[call.path] ??= {})[call.method.toLowerCase()] = document.operation(call);
  const failure = {
    description: '失败：code 与 data.reason 见错误目录',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  };
  return {
    openapi: VERSION,
    info: {
      title: '活字 Huozi',
      version: API_VERSION,
      description:
        '每个回答都是 {code, data, msg}；除匿名调用外，请求须带 token、userid、tenant、regionId 四个请求头，由 upm.anno.signIn 的回答得到。',
    },
    servers: [{ url: server }],
    tags: [...new Set(calls.map(({ id }) => id.split('.')[0]!))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Failure: FAILURE, Problem: PROBLEM, ...document.components.schemas },
      responses: { Failure: failure },
      securitySchemes: Object.fromEntries(
        SESSION_HEADERS.map((name) => [name, { type: 'apiKey', in: 'header', name }]),
      ),
    },
  };
}
