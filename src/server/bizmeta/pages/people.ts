import type { PageEditContext } from './edit-context.ts';

/** Name shown for changes by the program itself. */
const PROGRAM = '系统';

/** Names of people by their ids. */
export async function namesOf(
  { tx, services }: PageEditContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== '');
  const [row] =
    known.length === 0
      ? []
      : await tx.query<{ names: Record<string, string> }>(
          `SELECT ${services.labelSql('user', '$1::text[]')} AS names`,
          [known],
        );
  return new Map([['', PROGRAM], ...Object.entries(row?.names ?? {})]);
}
export const timeOf = (at: Date | string | null): string | null =>
  at === null ? null : new Date(at).toISOString();
