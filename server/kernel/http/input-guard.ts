/** Deeper JSON is not a request of ours; walking it must stay cheap. */
const MAX_DEPTH = 64;

/** 5,000 records of 150 fields. What has more keeps the server from everybody else while it is only looked at. */
const MAX_VALUES = 1_000_000;

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
interface Place { value: object; key: string | number; parent: Place | undefined; depth: number }
const pathOf = (place: Place | undefined): string => (place?.parent ? `${pathOf(place.parent)}${step(String(place.key))}` : '');

/** A walk over parsed JSON: what is still to be looked into, and how much was looked at. */
class Walk {
  readonly #stack: Place[] = [];
  #seen = 0;

  /** What is wrong with a value; one that holds others goes on the stack. */
  look(value: unknown, key: string | number, place: Place | undefined, depth: number): Unfit | undefined {
    this.#seen += 1;
    const expected = this.#seen > MAX_VALUES ? `不超过 ${MAX_VALUES} 个值的内容` : whyValue(value, depth);
    if (expected) return { path: place ? `${pathOf(place)}${step(String(key))}` : '', expected };
    if (typeof value === 'object' && value !== null) this.#stack.push({ value, key, parent: place, depth });
    return undefined;
  }

  /** What is wrong with the things a place holds. */
  within(place: Place): Unfit | undefined {
    const { value, depth } = place;
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at += 1) {
        const unfit = this.look(value[at], at, place, depth + 1);
        if (unfit) return unfit;
      }
      return undefined;
    }
    for (const key of Object.keys(value)) {
      const expected = whyText(key);
      const unfit = expected ? { path: `${pathOf(place)}${step(key)}`, expected } : this.look((value as Record<string, unknown>)[key], key, place, depth + 1);
      if (unfit) return unfit;
    }
    return undefined;
  }

  next(): Place | undefined {
    return this.#stack.pop();
  }
}

/**
 * Finds something in parsed JSON that PostgreSQL cannot store or a walk cannot bear: text with NUL or a lone surrogate (in
 * keys too), a number beyond double, nesting beyond 64, more values than any request of ours has. Undefined when all is fit.
 * Walks without recursion.
 */
export function findUnfit(root: unknown): Unfit | undefined {
  const walk = new Walk();
  let unfit = walk.look(root, '', undefined, 0);
  for (let place = walk.next(); place && !unfit; place = walk.next()) unfit = walk.within(place);
  return unfit;
}
