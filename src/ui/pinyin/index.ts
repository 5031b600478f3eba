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

const read = new Map<string, readonly string[]>();
const IDEOGRAPH = /^[\u4e00-\u9fa5]$/;
/** All readings of an ideograph, small letters without tones; none of any other character. */
export function readingsOf(char: string): readonly string[] {
  const found =
    read.get(char) ??
    (IDEOGRAPH.test(char)
      ? pinyin(char, { multiple: true, type: 'array', toneType: 'none', v: true })
      : []);
  read.set(char, found);
  return found;
}
