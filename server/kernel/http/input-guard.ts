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

/** A list or object on the way; its path is made only when something in it is wrong. */
interface Place { value: object; key: string; parent: Place | undefined; depth: number }
const pathOf = (place: Place | undefined): string => (place?.parent ? `${pathOf(place.parent)}${step(place.key)}` : '');

/** What is wrong with the things a place holds; those that hold things themselves go on the stack. */
function unfitWithin(place: Place, stack: Place[]): Unfit | undefined {
  const named = !Array.isArray(place.value);
  const depth = place.depth + 1;
  for (const [key, value] of Object.entries(place.value)) {
    const expected = (named ? whyText(key) : undefined) ?? whyValue(value, depth);
    if (expected) return { path: `${pathOf(place)}${step(key)}`, expected };
    if (value && typeof value === 'object') stack.push({ value: value as object, key, parent: place, depth });
  }
  return undefined;
}

/**
 * Finds something in parsed JSON that PostgreSQL cannot store or a walk cannot bear: text with NUL or a lone surrogate (in
 * keys too), a number beyond double, nesting beyond 64. Undefined when all is fit. Walks without recursion.
 */
export function findUnfit(root: unknown): Unfit | undefined {
  const expected = whyValue(root, 0);
  if (expected) return { path: '', expected };
  const stack: Place[] = root && typeof root === 'object' ? [{ value: root, key: '', parent: undefined, depth: 0 }] : [];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const unfit = unfitWithin(next, stack);
    if (unfit) return unfit;
  }
  return undefined;
}
