import { MAX_FILES_PER_FIELD } from '../../../contract/index.ts';
import { readFiles } from './attachment.ts';
import { presenceFilter } from './filters/presence.ts';
import type { FieldKind } from './kind.ts';

/** Uploaded pictures, in order. Storage checks that they are pictures. */
export const image: FieldKind = {
  type: 'image',
  settings: ['max'],
  canBeUnique: false,
  canHaveDefault: false,
  filter: presenceFilter,
  normalize({ max }, refuse) {
    if (max !== undefined && (!Number.isInteger(max) || max < 1 || max > MAX_FILES_PER_FIELD))
      refuse('/max', `张数应为 1 至 ${MAX_FILES_PER_FIELD}`);
    return max === undefined ? {} : { max };
  },
  column: () => 'jsonb',
  parse: (value, field, refuse) => readFiles(value, field, refuse, field.max),
  files: {
    mimes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
    called: 'PNG、JPEG、WebP 或 GIF 图片',
  },
};
