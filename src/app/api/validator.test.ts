import { describe, expect, it } from 'vitest';
import { verdict, type AjvModule } from './validator.ts';

const failing = (...errors: NonNullable<AjvModule['errors']>): AjvModule =>
  Object.assign(() => false, { errors });

describe('the verdict of a record’s validator', () => {
  it('is nothing to say about a record that fits', () => {
    expect(
      verdict(
        Object.assign(() => true, { errors: null }),
        {},
      ),
    ).toEqual([]);
  });

  it('names what is missing at the field that misses it', () => {
    const validate = failing({
      instancePath: '',
      keyword: 'required',
      params: { missingProperty: 'amount' },
    });
    expect(verdict(validate, {}).map(({ path, reason }) => [path, reason])).toEqual([
      ['/amount', 'REQUIRED'],
    ]);
  });

  it('says one thing a place, in the field’s own name', () => {
    const long = {
      instancePath: '/title',
      keyword: 'maxLength',
      params: { limit: 5 },
      parentSchema: { title: '标题', maxLength: 5 },
      data: '太长的标题了',
    };
    expect(
      verdict(failing(long, { ...long, keyword: 'pattern' }), {}).map(({ msg }) => msg),
    ).toEqual(['标题最多 5 个字符']);
  });
});
