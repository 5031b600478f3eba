const KB = 1024;
const MB = 1024 * KB;

/**
 * Most bytes of a call's JSON body, by what the call is for. A body is held in memory and read by
 * the one process that serves all users, so a call gets no more than its largest real input needs;
 * `call` unless its definition names another.
 */
export const BODY_SIZES = {
  /** A form of the administration, a question, a message: settings, a few texts, a hundred ids. */
  call: 64 * KB,
  /**
   * Lists of ids (1,000 people in each of three lists, 5,000 records to delete) and filters with
   * lists of values.
   */
  list: 256 * KB,
  /** One record a user fills in, its sub-tables and long texts included; a portrait as text. */
  record: 1 * MB,
  /** A page, its operations or a smart form, as a builder saves it. */
  document: 2 * MB,
  /** An object of 500 fields, some of them with 500 options. */
  describe: 4 * MB,
  /** 5,000 records of ordinary width in one write. */
  records: 20 * MB,
} as const;

export type BodySize = keyof typeof BODY_SIZES;

const GB = 1024 * MB;

/** A number of bytes as people read it: 64 KB, 20 MB, 1.5 GB. */
export function bytesText(bytes: number): string {
  if (bytes >= GB) return `${Math.round((bytes / GB) * 10) / 10} GB`;
  const [unit, name] = bytes >= MB ? [MB, 'MB'] : [KB, 'KB'];
  return `${Math.round(bytes / unit)} ${name}`;
}
