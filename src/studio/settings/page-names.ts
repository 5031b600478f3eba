import { isRecord } from '../../values/index.ts';

interface Name {
  name: string;
  label: string;
  type: string;
  inside?: Name[];
}
const plain = (name: string): Name => ({ name, label: name, type: 'any' });
const keysOf = (value: unknown): string[] => (isRecord(value) ? Object.keys(value) : []);
/** Types of cells and parameters a formula's editor knows by the same name. */
const typed = (name: string, decl: unknown): Name => ({
  name,
  label: name,
  type: isRecord(decl) && typeof decl['type'] === 'string' ? decl['type'] : 'any',
});
const bag = (name: string, label: string, declared: unknown): Name[] =>
  keysOf(declared).length === 0
    ? []
    : [
        {
          name,
          label,
          type: 'any',
          inside: Object.entries(declared as object).map(([each, decl]) => typed(each, decl)),
        },
      ];

/** Aliases of rows, wherever in the page they are. */
function aliasesOf(nodes: unknown): string[] {
  const found = new Set<string>();
  for (const node of Object.values(isRecord(nodes) ? nodes : {})) {
    for (const slot of Object.values(
      isRecord(node) && isRecord(node['slots']) ? node['slots'] : {},
    )) {
      if (isRecord(slot) && typeof slot['as'] === 'string') {
        found.add(slot['as']);
        found.add(`${slot['as']}_index`);
      }
    }
  }
  return [...found];
}

/**
 * Names an expression of a page may read, for the editor of formulas: what the page declares, and
 * rows by their aliases.
 */
export function pageNames(document: unknown): Name[] {
  if (!isRecord(document)) return [];
  const declared = ['sources', 'forms', 'machines'].flatMap((part) => keysOf(document[part]));
  return [
    ...bag('params', '参数', document['params']),
    ...bag('state', '状态', document['state']),
    ...[...declared, ...aliasesOf(document['nodes']), 'event', 'results'].map(plain),
  ];
}
