import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SchemaShape } from './catalogue.ts';
import { BackupError } from './backup-error.ts';
import { MANIFEST } from './folder.ts';

/** Raised when a folder of it could not be read by an older program. */
const FORMAT = 1;
const PRODUCT = 'huozi';

export interface Role {
  readonly name: string;
  readonly memberOf: readonly string[];
}
export interface Applied {
  readonly service: string;
  readonly name: string;
  readonly hash: string;
}
/** A sequence's last value; not `called` means that this value comes next. */
export interface SequenceValue {
  readonly name: string;
  readonly value: string;
  readonly called: boolean;
}

/** schema/<schema>.json: what is made again, and how many rows go where. */
export interface SchemaPart {
  readonly shape: SchemaShape;
  readonly rows: Readonly<Record<string, number>>;
  readonly sequences: readonly SequenceValue[];
}

export interface Manifest {
  readonly product: typeof PRODUCT;
  readonly format: number;
  /** When its snapshot was taken, and when it was whole. */
  readonly snapshotAt: string;
  readonly finishedAt: string;
  /** Of the server it was made on, as PostgreSQL writes it. */
  readonly postgres: string;
  readonly migrations: readonly Applied[];
  readonly roles: readonly Role[];
  /** Restored together and first. */
  readonly shared: readonly string[];
  /** One schema a company. */
  readonly tenants: readonly string[];
  readonly tables: number;
  readonly rows: number;
  /** Of the rows, before compression. */
  readonly rowBytes: number;
  readonly files: number;
  readonly fileBytes: number;
  /** Made by the schedule; older versions did not write it down. */
  readonly scheduled?: boolean;
  /** Files that were removed by the installation while the backup ran. */
  readonly removedFiles?: readonly string[];
  /** Files of rows that were not on disk, or not as they were uploaded. */
  readonly missingFiles: readonly string[];
  readonly damagedFiles: readonly string[];
}

export const manifestOf = (rest: Omit<Manifest, 'product' | 'format'>): Manifest => ({
  product: PRODUCT,
  format: FORMAT,
  ...rest,
});

/** Reads a backup's manifest; refuses other folders and formats of later versions. */
export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined) throw new BackupError(`${directory} 不是活字的备份（没有 ${MANIFEST}）`);
  const manifest = parsed(text) as Partial<Manifest> | undefined;
  if (manifest?.product !== PRODUCT || typeof manifest.format !== 'number')
    throw new BackupError(`${join(directory, MANIFEST)} 已损坏，或不是活字的备份`);
  if (manifest.format > FORMAT)
    throw new BackupError(`此备份由更新版本的活字生成（格式 ${manifest.format}），请用该版本恢复`);
  return manifest as Manifest;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
