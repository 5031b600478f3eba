/**
 * A pattern whose work grows at most with the square of its text, by the way it is written. Each place
 * where a match may go on in several ways multiplies the work: an open repetition, an alternative. What
 * only the server's search can prove harmless is not of this kind.
 */
export function isCheapPattern(source: string): boolean {
  try {
    new RegExp(source, 'u');
  } catch {
    return false;
  }
  const most = source.startsWith('^') ? 2 : 1;
  return choices(source) <= most;
}

const REPETITION = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/u;
/** Places where a match has a choice; Infinity where they multiply by repetition. */
function choices(source: string): number {
  const open: number[] = [];
  let count = 0;
  let group = 0;
  for (let at = 0; at < source.length;) {
    const char = source[at]!;
    const step = atomLength(source, at);
    if (step === 0) return Infinity;
    if (char === '(') {
      open.push(count);
      group = 0;
    } else if (char === ')') group = count - (open.pop() ?? 0);
    else group = 0;
    if (char === '|') count += 1;
    at += step;
    if (char === '(' || char === '|') continue;
    const repeated = REPETITION.exec(source.slice(at));
    if (!repeated) continue;
    if (group > 0) return Infinity;
    const [whole, least, comma] = repeated;
    if (least === undefined || comma === ',') count += 1;
    at += whole.length;
  }
  return count;
}
/** Characters of the atom at a place; 0 for references back and looks around. */
function atomLength(source: string, at: number): number {
  const rest = source.slice(at);
  if (/^(?:\\[1-9k]|\(\?<?[=!])/u.test(rest)) return 0;
  if (rest.startsWith('(?')) return /^\(\?(?::|<[^>]*>)/u.exec(rest)?.[0].length ?? 0;
  if (rest.startsWith('[')) return /^\[(?:\\.|[^\]\\])*\]/su.exec(rest)?.[0].length ?? 0;
  if (rest.startsWith('\\')) return /^\\(?:[pPu]\{[^}]*\}|.)/su.exec(rest)?.[0].length ?? 0;
  return 1;
}
