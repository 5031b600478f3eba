import { AppError } from '../../kernel/index.ts';

const RECORD = /^\/records\/\d+/;

/**
 * Names the places of what is wrong with a record by where the caller wrote its values: a record is
 * checked as one of several.
 */
export async function placedAt<T>(place: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError) || error.errors.length === 0) throw error;
    const errors = error.errors.map((each) => ({
      ...each,
      path: each.path.replace(RECORD, place),
      ...(each.about && { about: each.about.map((path) => path.replace(RECORD, place)) }),
    }));
    throw new AppError(error.reason, error.params, {
      errors,
      current: error.current,
      cause: error,
    });
  }
}
