import { useState, type DragEvent, type RefObject } from 'react';

/** Files dropped on an input: event handlers of its zone, and whether files are over it. */
export function useFileDrop(enabled: boolean, onFiles: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false);
  const add = (list: FileList | null) => {
    if (enabled && list && list.length > 0) onFiles([...list]);
  };
  const zone = {
    onDragOver: (event: DragEvent) => {
      if (enabled && event.dataTransfer.types.includes('Files')) {
        event.preventDefault();
        setOver(true);
      }
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      add(event.dataTransfer.files);
    },
  };
  return { over, add, zone };
}

interface FileChooserProps {
  /** Click it to open the browser's file dialog. */
  chooser: RefObject<HTMLInputElement | null>;
  accept?: string;
  onChoose(files: FileList | null): void;
}
export const FileChooser = ({ chooser, accept, onChoose }: FileChooserProps) => (
  <input
    ref={chooser}
    type="file"
    multiple
    accept={accept}
    hidden
    tabIndex={-1}
    aria-hidden
    onChange={(event) => {
      onChoose(event.target.files);
      event.target.value = '';
    }}
  />
);
