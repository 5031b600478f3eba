import { TIME_ZONE, type NumberRule } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { tableName, type PhysicalField, type Place } from './ddl.ts';

const FORMATS = { none: '', YYYY: 'YYYY', YYYYMM: 'YYYYMM', YYYYMMDD: 'YYYYMMDD' } as const;
const PERIODS = { never: '', year: 'YYYY', month: 'YYYYMM', day: 'YYYYMMDD' } as const;

/** Gives the records that are there already their numbers, in the order they were made, as if the field had always been. */
export async function numberAll(tx: TenantTx, place: Place, { field, no }: PhysicalField): Promise<void> {
  const { prefix = '', date = 'none', digits = 4, reset = 'never', start = 1 }: NumberRule = field.numberRule ?? {};
  const day = (format: string) => (format === '' ? `''` : `to_char(created_at AT TIME ZONE '${TIME_ZONE}', '${format}')`);
  await tx.run(`UPDATE ${tableName(place)} t SET f_${no} = $1::text || n.day || lpad(n.count::text, greatest($2::integer, length(n.count::text)), '0')
    FROM (SELECT id, ${day(FORMATS[date])} AS day, row_number() OVER (PARTITION BY ${day(PERIODS[reset])} ORDER BY created_at, id) + $3::bigint - 1 AS count FROM ${tableName(place)}) n WHERE n.id = t.id`, [prefix, digits, start]);
}
