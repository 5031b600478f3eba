import { useEffect, useRef, useState } from 'react';
import { MAX_FILE_BYTES, errorText, type AttachmentRef } from '../../contract/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';

/**
 * One file being uploaded: `share` is 0 to 1; `failure` says why it failed, and whether trying
 * again may help.
 */
export interface Upload {
  key: string;
  name: string;
  share: number;
  failure: string;
  again: boolean;
}
export interface UploadRules {
  /** Most files of the field. */
  most: number;
  /** What they are called: 个文件, 张图片. */
  unit: string;
  /** Why a file is not taken; '' takes it. */
  refuse?(file: File): string;
  /** The field the files are for. */
  field?: string | undefined;
}
let lastKey = 0;

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
const reasonOf = (failure: unknown): string =>
  failure instanceof Error && failure.message ? failure.message : '上传失败，请重试';

type Latest = { readonly current: { files: readonly AttachmentRef[] } };
interface Sending extends Pick<UploadRules, 'field'> {
  ports: EnginePorts | undefined;
  latest: Latest;
  write(files: AttachmentRef[]): void;
}
/** What is being sent, by key: each can be stopped, and sent again while the field is there. */
function useSending({ ports, latest, write, field }: Sending) {
  const [running, setRunning] = useState<Upload[]>([]);
  const stops = useRef(new Map<string, AbortController>());
  const sources = useRef(new Map<string, File>());
  const chosenAt = useRef(new Map<string, number>());
  useEffect(
    () => () => {
      for (const stop of stops.current.values()) stop.abort();
    },
    [],
  );
  const patch = (key: string, change: Partial<Upload>) =>
    setRunning((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const end = (key: string) => {
    stops.current.delete(key);
    sources.current.delete(key);
    setRunning((all) => all.filter((one) => one.key !== key));
  };
  const take = (key: string, stored: AttachmentRef) => {
    chosenAt.current.set(stored.fileId, Number(key.slice(1)));
    write(placed(latest.current.files, stored, chosenAt.current));
  };
  const send = async (file: File, key: string) => {
    const stop = new AbortController();
    stops.current.set(key, stop);
    try {
      const onProgress = (share: number) => patch(key, { share });
      const stored = await ports?.upload(file, onProgress, stop.signal, field);
      if (stop.signal.aborted) return;
      end(key);
      if (stored) take(key, stored);
    } catch (failure) {
      if (!stop.signal.aborted) patch(key, { failure: reasonOf(failure), again: true });
    }
  };
  const start = (started: readonly Started[]) => {
    setRunning((all) => [...all, ...started.map(({ upload }) => upload)]);
    for (const { file, upload } of started) {
      sources.current.set(upload.key, file);
      if (!upload.failure) void send(file, upload.key);
    }
  };
  const retry = (key: string) => {
    const file = sources.current.get(key);
    if (!file) return;
    patch(key, { share: 0, failure: '', again: false });
    void send(file, key);
  };
  const cancel = (key: string) => {
    stops.current.get(key)?.abort();
    end(key);
  };
  return { running, start, retry, cancel };
}

interface Started {
  file: File;
  upload: Upload;
}
/** A file that was chosen, with why it is not sent, if so. */
const started = (file: File, refuse: UploadRules['refuse']): Started => ({
  file,
  upload: {
    key: `u${++lastKey}`,
    name: file.name,
    share: 0,
    failure: refuse?.(file) || tooLarge(file),
    again: false,
  },
});

/**
 * Uploads beside a list of stored files. The list is read when a file arrives, not when it started:
 * files that end at the same time all stay. A failed one can be sent again as long as the field is
 * on the screen.
 */
export function useUploads(
  ports: EnginePorts | undefined,
  files: readonly AttachmentRef[],
  onChange: (files: AttachmentRef[]) => void,
  { most, unit, refuse, field }: UploadRules,
) {
  const latest = useRef({ files, onChange });
  latest.current = { files, onChange };
  const write = (next: AttachmentRef[]) => {
    latest.current.files = next;
    latest.current.onChange(next);
  };
  const { running, start, retry, cancel } = useSending({ ports, latest, write, field });
  const add = (chosen: readonly File[]) => {
    const room = most - latest.current.files.length - running.length;
    const taken = chosen.slice(0, Math.max(0, room));
    if (taken.length < chosen.length) ports?.toast('warning', `最多 ${most} ${unit}，其余未上传`);
    start(taken.map((file) => started(file, refuse)));
  };
  const remove = (fileId: string) =>
    write(latest.current.files.filter((file) => file.fileId !== fileId));
  return { running, add, retry, cancel, remove, write };
}
