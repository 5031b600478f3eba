import { AppError, type Scope } from '../../kernel/index.ts';

/**
 * Whether everybody may use an object (`o` a row of bizmeta.object): it is not taken out of use, and
 * its application is open. Builders use every object.
 */
export const isOpenSql = (o: string): string =>
  `(${o}.active AND NOT EXISTS (SELECT FROM bizmeta.app oa WHERE oa.tenant_id = ${o}.tenant_id
    AND oa.id = ${o}.app_id AND oa.state <> 'open'))`;

/** Builders, and what the server does by itself, use objects that are not open too. */
export const usesClosed = ({ session }: Pick<Scope, 'session'>): boolean =>
  !session || session.isBuilder;

/** Throws OBJECT_CLOSED when a person who is no builder asks for an object that is not open. */
export function requireOpen(
  asker: Pick<Scope, 'session'>,
  { isOpen, label }: { readonly isOpen: boolean; readonly label: string },
): void {
  if (!isOpen && !usesClosed(asker)) throw new AppError('OBJECT_CLOSED', { label });
}
