import { useEffect, useRef, useState } from 'react';
import { IconButton } from './chrome.tsx';

/** How long it says that it copied, in milliseconds. */
const SAID_MS = 2_000;

/** Copies a text; `done` for a moment after that. */
function useCopy(text: string, onRefused: () => void) {
  const [done, setDone] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setDone(false), SAID_MS);
    } catch {
      onRefused();
    }
  };
  return { done, copy };
}

/**
 * Copies a text to the clipboard and confirms it in place. `onRefused`: the browser denied access.
 */
export function CopyButton({
  text,
  label = '复制',
  onRefused,
}: {
  text: string;
  label?: string;
  onRefused(): void;
}) {
  const { done, copy } = useCopy(text, onRefused);
  return (
    <>
      <IconButton
        label={done ? '已复制' : label}
        icon={done ? 'check' : 'copy'}
        onClick={() => void copy()}
      />
      <span role="status" className="hz-hidden">
        {done ? '已复制' : ''}
      </span>
    </>
  );
}
