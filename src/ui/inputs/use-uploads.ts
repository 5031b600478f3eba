import { useRef } from 'react';
import { MAX_FILE_BYTES, errorText, type AttachmentRef } from '../../contract/index.ts';
import { attachmentsOf } from '../../values/index.ts';
import { fieldOf, portsOf, type InputProps } from '../fields/input-props.ts';
import { useFieldUploads } from './field-uploads.ts';

export interface UploadRules {
  /** Most files of the field. */
  most: number;
  /** What they are called: 个文件, 张图片. */
  unit: string;
  /** Why a file is not taken; '' takes it. */
  refuse?(file: File): string;
}

/**
 * The list with a file in the order of choosing: behind those chosen before it, regardless of which
 * upload ends first.
 */
function placed(
  files: readonly AttachmentRef[],
  file: AttachmentRef,
  chosen: ReadonlyMap<string, number>,
): AttachmentRef[] {
  const own = chosen.get(file.fileId) ?? 0;
  const after = files.findIndex(({ fileId }) => (chosen.get(fileId) ?? 0) > own);
  return after < 0 ? [...files, file] : [...files.slice(0, after), file, ...files.slice(after)];
}

const tooLarge = (file: File): string =>
  file.size > MAX_FILE_BYTES
    ? errorText('FILE_TOO_LARGE', { name: file.name, max: MAX_FILE_BYTES / 1024 / 1024 })
    : '';

/**
 * Uploads beside a list of stored files. The list is read when a file arrives, not when it started:
 * files that end at the same time all stay, and so does what changed while the input was away.
 */
export function useUploads(
  props: InputProps,
  files: readonly AttachmentRef[],
  { most, unit, refuse }: UploadRules,
) {
  const latest = useRef(files);
  latest.current = files;
  const field = fieldOf(props);
  const current = () => (field ? attachmentsOf(field.value) : latest.current);
  const write = (next: readonly AttachmentRef[]) => {
    latest.current = next;
    props.onChange(next.length === 0 ? props.options.emptyValue : next);
  };
  const uploads = useFieldUploads(props, (file, chosen) => write(placed(current(), file, chosen)));
  const add = (chosen: readonly File[]) => {
    const room = most - current().length - uploads.all.length;
    const taken = chosen.slice(0, Math.max(0, room));
    if (taken.length < chosen.length)
      portsOf(props)?.toast('warning', `最多 ${most} ${unit}，其余未上传`);
    for (const file of taken)
      uploads.start(file.name, () => Promise.resolve(file), refuse?.(file) || tooLarge(file));
  };
  const remove = (fileId: string) => write(current().filter((file) => file.fileId !== fileId));
  return {
    running: uploads.all,
    add,
    retry: (key: string) => uploads.retry(key),
    cancel: (key: string) => uploads.cancel(key),
    remove,
    write,
  };
}
