/** Deeper JSON is not a request of ours; walking it must stay cheap. */
const MAX_DEPTH = 64;

interface Unfit { path: string; expected: string }

const LONE_SURROGATE = /\p{Surrogate}/u;

function whyText(text: string): string | undefined {
  if (text.includes('\0')) return '不含空字符的文本';
  return LONE_SURROGATE.test(text) ? '有效的 Unicode 文本' : undefined;
}

function whyValue(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return whyText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : '范围内的数字';
  return depth > MAX_DEPTH ? `不超过 ${MAX_DEPTH} 层的内容` : undefined;
}

const step = (key: string) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll(/\0|\p{Surrogate}/gu, '')}`;

/**
 * Finds the first thing in parsed JSON that PostgreSQL cannot store or a walk cannot bear: text with NUL or a lone
 * surrogate (in keys too), a number beyond double, nesting beyond 64. Undefined when all is fit. Never recurses.
 */
export function findUnfit(root: unknown): Unfit | undefined {
  const stack: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, path, depth } = next;
    const expected = whyValue(value, depth);
    if (expected) return { path, expected };
    if (!value || typeof value !== 'object') continue;
    for (const [key, child] of Object.entries(value)) {
      const keyFault = whyText(key);
      if (keyFault) return { path: `${path}${step(key)}`, expected: keyFault };
      stack.push({ value: child, path: `${path}${step(key)}`, depth: depth + 1 });
    }
  }
  return undefined;
}
