import type { AreaNode } from '../../contract/index.ts';
import type { Api } from '../api/index.ts';

const lists = new WeakMap<Api, Promise<readonly AreaNode[]>>();
/**
 * Provinces, cities and districts: one fetch per window, since the list only changes with a
 * release. A failed fetch is repeated on the next call.
 */
export function areaList(api: Api): Promise<readonly AreaNode[]> {
  const known = lists.get(api);
  if (known) return known;
  const asked = api.call('upm.public.listArea', {}) as Promise<readonly AreaNode[]>;
  lists.set(api, asked);
  asked.catch(() => lists.delete(api));
  return asked;
}

/** Names of areas with what they lie in, by code: 330106 -> 浙江省 / 杭州市 / 西湖区. */
export function areaNames(nodes: readonly AreaNode[], above = ''): Record<string, string> {
  const names: Record<string, string> = {};
  for (const { code, label, children = [] } of nodes) {
    names[code] = above ? `${above} / ${label}` : label;
    Object.assign(names, areaNames(children, names[code]));
  }
  return names;
}
