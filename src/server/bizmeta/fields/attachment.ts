import {
  MAX_FILES_PER_FIELD,
  type AttachmentRef,
  type FieldDescribe,
} from '../../../contract/index.ts';
import { presenceFilter } from './filters/presence.ts';
import type { FieldKind, Refuse } from './kind.ts';
import { idText } from './values.ts';

/** One uploaded file; only its id is taken. */
export function readRef(
  value: unknown,
  refuse: () => undefined,
): Pick<AttachmentRef, 'fileId'> | undefined {
  if (typeof value !== 'object' || value === null) return refuse();
  const known = ['fileId', 'name', 'size', 'mime'];
  const fileId = idText((value as { fileId?: unknown }).fileId);
  return fileId !== undefined && Object.keys(value).every((key) => known.includes(key))
    ? { fileId }
    : refuse();
}

/** A list of uploaded files, at most so many. */
export function readFiles(
  value: unknown,
  field: FieldDescribe,
  refuse: Refuse,
  max = MAX_FILES_PER_FIELD,
): object[] | undefined {
  const wrong = () => refuse('VALUE_TYPE', { label: field.label, expected: '已上传文件的列表' });
  if (!Array.isArray(value)) return wrong();
  if (value.length > max) return refuse('TOO_MANY', { max, count: value.length });
  const refs = (value as unknown[]).map((each) => readRef(each, () => undefined));
  return refs.every((ref) => ref !== undefined) ? refs : wrong();
}

/**
 * Uploaded files, in order. Only the ids are taken from the request: names, sizes and types are
 * what storage knows, and are filled in when the batch's files are looked up.
 */
export const attachment: FieldKind = {
  type: 'attachment',
  settings: [],
  canBeUnique: false,
  canHaveDefault: false,
  filter: presenceFilter,
  normalize: () => ({}),
  column: () => 'jsonb',
  parse: (value, field, refuse) => readFiles(value, field, refuse),
  files: {},
};
