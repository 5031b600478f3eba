import { useEffect, useRef, useState } from 'react';
import { IconButton } from './chrome.tsx';

/** How long it says that it copied, in milliseconds. */
const SAID_MS = 2_000;

interface CopyButtonProps {
  text: string;
  label?: string;
  /** The browser denied access. */
  onRefused(): void;
}
/** Copies a text to the clipboard and confirms it in place. */
export function CopyButton({ text, label = '复制', onRefused }: CopyButtonProps) {
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
