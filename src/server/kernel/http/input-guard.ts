import { BODY } from '../budgets.ts';

/**
 * What PostgreSQL cannot store or a reader must not meet: where (JSON pointer) and what is expected
 * instead.
 */
export interface InvalidValue {
  path: string;
  expected: string;
}

/** A name that reaches the prototype when one object is copied into another. */
const PROTOTYPE = '__proto__';

const LONE_SURROGATE = /\p{Surrogate}/u;

function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return '不含空字符的文本';
  return LONE_SURROGATE.test(text) ? '有效的 Unicode 文本' : undefined;
}

function valueProblem(value: unknown, depth: number, most: number): string | undefined {
  if (typeof value === 'string') return textProblem(value);
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : '范围内的数字';
  return depth > most ? `不超过 ${most} 层的内容` : undefined;
}

/** Why a name is not taken; `owner` is the name of what it is in. */
function keyProblem(key: string, owner: string | number): string | undefined {
  if (key === PROTOTYPE || (key === 'prototype' && owner === 'constructor')) return '其他名称';
  return textProblem(key);
}

const step = (key: string) =>
  `/${key
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .replaceAll(/\0|\p{Surrogate}/gu, '')}`;

/** A list or object on the way; its path is made only when something in it is wrong. */
interface ValuePath {
  value: object;
  key: string | number;
  parent: ValuePath | undefined;
  depth: number;
}
const pathOf = (place: ValuePath | undefined): string =>
  place?.parent ? `${pathOf(place.parent)}${step(String(place.key))}` : '';

/** A walk over parsed JSON: what is still to be looked into. */
class ValueWalk {
  readonly #stack: ValuePath[] = [];
  readonly #depth: number;

  constructor(depth: number) {
    this.#depth = depth;
  }

  /** What is wrong with a value; one that holds others goes on the stack. */
  look(
    value: unknown,
    key: string | number,
    place: ValuePath | undefined,
    depth: number,
  ): InvalidValue | undefined {
    const expected = valueProblem(value, depth, this.#depth);
    if (expected) return { path: place ? `${pathOf(place)}${step(String(key))}` : '', expected };
    if (typeof value === 'object' && value !== null)
      this.#stack.push({ value, key, parent: place, depth });
    return undefined;
  }

  /** What is wrong with the things a place holds. */
  within(place: ValuePath): InvalidValue | undefined {
    const { value, depth } = place;
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at += 1) {
        const unfit = this.look(value[at], at, place, depth + 1);
        if (unfit) return unfit;
      }
      return undefined;
    }
    for (const key of Object.keys(value)) {
      const expected = keyProblem(key, place.key);
      const unfit = expected
        ? { path: `${pathOf(place)}${step(key)}`, expected }
        : this.look((value as Record<string, unknown>)[key], key, place, depth + 1);
      if (unfit) return unfit;
    }
    return undefined;
  }

  next(): ValuePath | undefined {
    return this.#stack.pop();
  }
}

/**
 * Finds something in parsed JSON that PostgreSQL cannot store or a walk cannot bear: text with NUL
 * or a lone surrogate (in keys too), a number beyond double, deep nesting, a name that reaches a
 * prototype. Undefined when all is fit. `name` is what the root is called where it comes from,
 * `depth` how many levels there may be. Walks without recursion; how many values there are the
 * caller has counted.
 */
export function findInvalidValue(
  root: unknown,
  { name = '', depth = BODY.depth }: { name?: string; depth?: number } = {},
): InvalidValue | undefined {
  const walk = new ValueWalk(depth);
  let unfit = walk.look(root, name, undefined, 0);
  for (let place = walk.next(); place && !unfit; place = walk.next()) unfit = walk.within(place);
  return unfit;
}
