import { expect, it } from 'vitest';
import { calls, openApi, type Call } from './index.ts';

interface Operation { operationId: string; parameters: { name: string; in: string; required: boolean }[]; security: object[]; requestBody?: { content: Record<string, unknown> } }
const document = openApi(calls as unknown as readonly Call[]) as { openapi: string; paths: Record<string, Record<string, Operation>> };
const operation = (path: string, method: string) => document.paths[path]![method]!;

it('describes every call once, at its own path and method', () => {
  const ids = Object.values(document.paths).flatMap((path) => Object.values(path)).map(({ operationId }) => operationId);
  expect(ids.sort()).toEqual(calls.map(({ id }) => id as string).sort());
});

it('names path parameters in the path, asks for the four headers except where anyone may call', () => {
  const list = operation('/bizmeta/v1/object/{object}/controller/List', 'post');
  expect(list.parameters).toMatchObject([{ name: 'object', in: 'path', required: true }]);
  expect(Object.keys(list.security[0]!)).toEqual(['token', 'userid', 'tenant', 'regionId']);
  expect(operation('/upm/anno/signIn', 'post').security).toEqual([]);
});

it('says how each body travels', () => {
  const media = (path: string) => Object.keys(operation(path, 'post').requestBody!.content);
  expect(media('/upm/anno/signIn')).toEqual(['application/json']);
  expect(media('/upm/tenant/logout')).toEqual(['application/x-www-form-urlencoded']);
  expect(media('/storage/attachment/upload')).toEqual(['multipart/form-data']);
  expect(operation('/msg/msgsCenterInfo/mark', 'post').requestBody!.content['application/json']).toMatchObject({ schema: { type: 'array', items: { type: 'string' } } });
});

it('is plain JSON: nothing of it is lost on the wire', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
});
