const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What things and people are called in the input of calls, the more telling first. */
const NAMES = ['title', 'name', 'realName', 'roleName', 'label', 'account', 'key', 'code', 'apiName'] as const;
/** Characters that fit beside the operation. */
const MAX_ABOUT = 60;
/** The last item of a list that was cut says how many there were. */
const CUT = /^… 共 (\d+) 项$/;
/** A value that is a secret stands there as this kind of remark. */
const isRemark = (text: string): boolean => text.startsWith('（') || text.startsWith('…');

function nameOf(thing: Record<string, unknown>): string {
  for (const name of NAMES) {
    const value = thing[name];
    if (typeof value === 'string' && value.trim() && !isRemark(value)) return value.trim().slice(0, MAX_ABOUT);
  }
  return '';
}

function countOf(list: readonly unknown[]): number {
  const cut = CUT.exec(String(list.at(-1)));
  return cut ? Number(cut[1]) : list.length;
}

/** What an operation was about, in a few words: the name it was given, or the first of several; '' where only ids were given. */
export function aboutOf(detail: unknown): string {
  if (!isRecord(detail)) return '';
  const own = nameOf(detail);
  if (own) return own;
  for (const value of Object.values(detail)) {
    if (!Array.isArray(value) || value.length === 0) continue;
    const first = isRecord(value[0]) ? nameOf(value[0]) : '';
    const count = countOf(value);
    if (first) return count > 1 ? `${first} 等 ${count} 项` : first;
  }
  return '';
}
