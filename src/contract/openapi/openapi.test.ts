import { Validator } from '@seriousme/openapi-schema-validator';
import type { TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { callOf, calls, openApi, type Call } from '../index.ts';
import { EXAMPLES } from './examples.ts';

interface Media {
  schema: { $ref?: string };
  example?: unknown;
}
interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  security: object[];
  requestBody?: { content: Record<string, Media> };
}
interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}
const describeCalls = (): Document =>
  openApi(calls as unknown as readonly Call[]) as unknown as Document;
const document = describeCalls();
/** A copy: the validator writes into what it is given. */
const asData = (value: Document) => structuredClone(value) as unknown as Record<string, unknown>;
const operation = (path: string, method: string) => document.paths[path]![method]!;
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

const referencesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === '$ref' && typeof each === 'string' ? [each] : referencesIn(each),
  );
};

describe('the OpenAPI document', () => {
  it('is valid by an independent validator, and every reference in it resolves', async () => {
    const { valid, errors } = await new Validator().validate(asData(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    const names = new Set(
      Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`),
    );
    const lost = referencesIn(document).filter(
      (reference) => !names.has(reference) && reference !== '#/components/responses/Failure',
    );
    expect([...new Set(lost)]).toEqual([]);
  });

  it('is refused by that validator with a reference to nothing', async () => {
    const broken = structuredClone(document);
    broken.paths['/upm/anno/signIn']!['post']!.requestBody = {
      content: { 'application/json': { schema: 'DeptNode' as never } },
    };
    expect((await new Validator().validate(asData(broken))).valid).toBe(false);
  });

  it('describes every call once, at its own path and method', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      calls.map(({ id }) => id as string).sort(),
    );
  });

  it('names the shapes callers meet again and again, and each call’s own', () => {
    const names = Object.keys(document.components.schemas);
    expect(names).toEqual(
      expect.arrayContaining([
        'ObjectDescribe',
        'FieldDescribe',
        'CustomView',
        'DeptNode',
        'OrgNode',
        'RoleNode',
        'SmartForm',
        'BizmetaRecordListInput',
        'BizmetaRecordListData',
      ]),
    );
    // Inlined, the describe of a field alone was a hundred times nine kilobytes.
    expect(JSON.stringify(document).length / calls.length).toBeLessThan(1_500);
  });

  it('asks for the four headers except where anyone may call', () => {
    const list = operation('/bizmeta/v1/object/{object}/controller/List', 'post');
    expect(list.parameters).toMatchObject([{ name: 'object', in: 'path', required: true }]);
    expect(Object.keys(list.security[0]!)).toEqual(['token', 'userid', 'tenant', 'regionId']);
    expect(operation('/upm/anno/signIn', 'post').security).toEqual([]);
  });

  it('describes the format of each body', () => {
    const media = (path: string) => Object.keys(operation(path, 'post').requestBody!.content);
    expect(media('/upm/anno/signIn')).toEqual(['application/json']);
    expect(media('/storage/attachment/upload')).toEqual(['multipart/form-data']);
    expect(
      operation('/msg/msgsCenterInfo/mark', 'post').requestBody!.content['application/json'],
    ).toMatchObject({ schema: { type: 'array', items: { type: 'string' } } });
  });

  it('names where the calls are served', () => {
    expect(document.servers).toEqual([{ url: '/' }]);
    expect(
      (openApi([], { server: 'https://huozi.example.com' }) as unknown as Document).servers,
    ).toEqual([{ url: 'https://huozi.example.com' }]);
  });

  it('is plain JSON: nothing of it is lost on the wire', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});

describe('examples', () => {
  it.each(Object.entries(EXAMPLES))("of %s match the call's input and data", (id, example) => {
    const call = callOf(id);
    const faults = (schema: TSchema | undefined, value: unknown) =>
      schema ? Errors(schema, value) : [];
    if (example?.params) expect(faults(call.params, example.params)).toEqual([]);
    if (example?.body) expect(faults(call.body, example.body)).toEqual([]);
    if (example?.data) expect(faults(call.data, example.data)).toEqual([]);
  });

  it('exist for nearly every call with a JSON body, and match its input', () => {
    const bodies = operations.flatMap(({ operationId, requestBody }) => {
      const media = requestBody?.content['application/json'];
      return media ? [{ id: operationId, example: media.example }] : [];
    });
    const without = bodies.filter(({ example }) => example === undefined).map(({ id }) => id);
    expect(bodies.length - without.length, without.join(' ')).toBeGreaterThan(bodies.length * 0.9);
    for (const { id, example } of bodies) {
      const { body, bodyKind } = callOf(id);
      if (example !== undefined && bodyKind === 'json')
        expect(Check(body!, example), id).toBe(true);
    }
  });
});
