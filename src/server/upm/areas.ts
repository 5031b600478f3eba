import { areaList } from '@vant/area-data';
import type { AreaNode } from '../../contract/index.ts';
import { etagOf, JsonText, RawResponse, type OpenContext } from '../kernel/index.ts';

/**
 * Administrative divisions (GB/T 2260): six digits, two each for province, city and district; zeros
 * below where it ends.
 */

const LEVELS = [areaList.province_list, areaList.city_list, areaList.county_list] as const;
const names = new Map(LEVELS.flatMap((list) => Object.entries(list)));

/** 1 for a province, 2 for a city, 3 for a district. */
const levelOfArea = (code: string): number =>
  code.endsWith('0000') ? 1 : code.endsWith('00') ? 2 : 3;
/** The code without the zeros that say where it ends: what all codes below begin with. */
const stem = (code: string): string => code.slice(0, levelOfArea(code) * 2);

/** A code of the list. */
export const isArea = (value: unknown): value is string =>
  typeof value === 'string' && names.has(value);
export const areaName = (code: string): string | undefined => names.get(code);

/** A code and all below it. */
export const areaBelow = (code: string): string[] =>
  [...names.keys()].filter((each) => each.startsWith(stem(code)));

/** True when a code is at least so deep, or has nothing below it. */
export const isDeepEnough = (code: string, level: number): boolean =>
  levelOfArea(code) >= level || areaBelow(code).length === 1;

function treeOf(level: number, parent: string): AreaNode[] {
  return Object.entries(LEVELS[level] ?? {}).flatMap(([code, label]) => {
    if (!code.startsWith(parent)) return [];
    const children = level < 2 ? treeOf(level + 1, stem(code)) : [];
    return [{ code, label, ...(children.length > 0 && { children }) }];
  });
}

let made: { text: JsonText; etag: string } | undefined;

/**
 * The whole tree. It is the same for all users and changes with a release only: a browser that has
 * it revalidates in a few bytes.
 */
export function listArea(ctx: OpenContext): JsonText | RawResponse {
  if (!made) {
    const text = JSON.stringify(treeOf(0, ''));
    made = { text: new JsonText(text), etag: etagOf(text) };
  }
  const headers = { etag: made.etag, 'cache-control': 'private, max-age=86400' };
  if (ctx.request.headers['if-none-match'] === made.etag)
    return new RawResponse(null, headers, 304);
  for (const [name, value] of Object.entries(headers)) ctx.header(name, value);
  return made.text;
}
