/** Edit distance of two short names (insert, delete, replace). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}

/** The known name most likely meant, or undefined when none is near (a third of its letters may differ). */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.slice(0, 60).toLowerCase();
  const ranked = [...known].map((candidate) => ({ candidate, apart: distance(wanted, candidate.toLowerCase()) })).sort((a, b) => a.apart - b.apart);
  const best = ranked[0];
  return best && best.apart <= Math.max(2, Math.floor(wanted.length / 3)) ? best.candidate : undefined;
}
