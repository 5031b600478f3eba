import { describe, expect, it } from 'vitest';
import { callOf } from '../../contract/index.ts';
import { buildRequest } from './request.ts';

const me = { token: 'tok', userid: 'u1', tenant: 't1', region: 'cn' };
const headers = { token: 'tok', userid: 'u1', tenant: 't1', regionId: 'cn' };

describe('a request', () => {
  it('carries who asks in four headers, and JSON in the body', () => {
    expect(buildRequest(callOf('bizmeta.describe.detail'), { apiName: 'order' }, me, 5)).toEqual({
      method: 'POST',
      url: '/bizmeta/v1/object/describe/service/detailDescribe',
      params: {},
      data: { apiName: 'order' },
      headers: { ...headers, 'content-type': 'application/json' },
    });
  });
  it('puts path parameters into the path, encoded, and the rest into the body', () => {
    const built = buildRequest(
      callOf('bizmeta.record.list'),
      { object: '订单/明细', current: 2 },
      me,
      5,
    );
    expect(built.url).toBe(`/bizmeta/v1/object/${encodeURIComponent('订单/明细')}/controller/List`);
    expect(built.data).toEqual({ current: 2 });
  });
  it.each(['', '.', '..', undefined, {}])(
    'refuses %j as a path parameter: it would lead elsewhere',
    (object) => {
      expect(() => buildRequest(callOf('bizmeta.record.list'), { object }, me, 5)).toThrow(
        RangeError,
      );
    },
  );
  it('gives a GET a timestamp unless it has one, and its input as query', () => {
    const att = callOf('storage.attachment.att');
    expect(buildRequest(att, { fileId: 'f1' }, me, 5)).toEqual({
      method: 'GET',
      url: '/storage/attachment/att',
      params: { timestamp: 5, fileId: 'f1' },
      headers,
    });
    expect(buildRequest(att, { fileId: 'f1', timestamp: 9 }, me, 5).params.timestamp).toBe(9);
  });
  it('encodes a form without its empty values', () => {
    const built = buildRequest(callOf('upm.tenant.logout'), { token: 'a b', extra: null }, me, 5);
    expect(String(built.data)).toBe('token=a+b');
    expect(built.headers['content-type']).toBe('application/x-www-form-urlencoded');
  });
  it('puts a list alone into the body of a call that takes one', () => {
    expect(
      buildRequest(callOf('msg.msgsCenterInfo.mark'), { ids: ['a', 'b'] }, me, 5),
    ).toMatchObject({
      method: 'POST',
      data: ['a', 'b'],
      headers: { 'content-type': 'application/json' },
    });
    expect(buildRequest(callOf('msg.msgsCenterInfo.mark'), {}, me, 5).data).toEqual([]);
  });
  it('says nothing of a person before sign-in', () => {
    expect(
      buildRequest(callOf('upm.anno.signIn'), { account: 'a', password: 'p' }, null, 5).headers,
    ).toEqual({ 'content-type': 'application/json' });
  });
});
