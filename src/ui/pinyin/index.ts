import { pinyin } from 'pinyin-pro';

const known = new Map<string, string>();
/** First letters of a name's pinyin: 重庆市 -> cqs. Asked for once a name. */
export function initialsOf(label: string): string {
  const found =
    known.get(label) ??
    pinyin(label, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' })
      .join('')
      .toLowerCase();
  known.set(label, found);
  return found;
}

const spelled = new Map<string, string>();
/** A name's pinyin as it is coerceParam: 销售部 -> xiaoshoubu. */
export function spellingOf(label: string): string {
  const found =
    spelled.get(label) ??
    pinyin(label, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true })
      .join('')
      .replace(/\s+/g, '')
      .toLowerCase();
  spelled.set(label, found);
  return found;
}
