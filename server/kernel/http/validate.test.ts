import { expect, it } from 'vitest';
import { calls, type Call } from '../../../contract/index.ts';
import { AppError } from '../errors.ts';
import { inputReader } from './validate.ts';

it('can check the input of every call: what is wrong with an empty one is said in words of ours', () => {
  for (const call of calls as unknown as readonly Call[]) {
    try {
      inputReader(call)({ params: {}, query: {}, body: {} });
    } catch (error) {
      expect(error, call.id).toBeInstanceOf(AppError);
    }
  }
});
