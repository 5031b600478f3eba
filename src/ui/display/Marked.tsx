import { useFound } from '../hooks/use-spelling.ts';
import styles from './display.module.css';

/** A text in which what was searched for is marked, also where its pinyin was typed. */
export function Marked({ text, typed }: { text: string; typed: string }) {
  const found = useFound(text, typed);
  if (!found) return <>{text}</>;
  const [from, to] = found;
  return (
    <>
      {text.slice(0, from)}
      <mark className={styles.marked}>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  );
}
