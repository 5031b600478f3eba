/** Asks a person for files by the browser's own window; none when it was closed. */
export function chosenFiles(accept: string, multiple: boolean): Promise<File[]> {
  const input = Object.assign(document.createElement('input'), {
    type: 'file',
    accept,
    multiple,
    hidden: true,
  });
  input.dataset['upload'] = '';
  document.body.append(input);
  return new Promise<File[]>((resolve) => {
    const end = (files: File[]): void => {
      input.remove();
      resolve(files);
    };
    input.addEventListener('change', () => end([...(input.files ?? [])]), { once: true });
    input.addEventListener('cancel', () => end([]), { once: true });
    input.click();
  });
}
