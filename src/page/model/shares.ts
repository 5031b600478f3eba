import { isObject, isText, own, type JsonObject } from '../../document/index.ts';
import type { PageDocument } from './document.ts';

/** What a block may share with the page that shows it, with the words for one of each. */
export const SHARED_PARTS = {
  state: '状态',
  sources: '数据源',
  forms: '表单',
  machines: '状态机',
} as const;
type SharedPart = keyof typeof SHARED_PARTS;
/** A declaration of a block that the page hands in. */
export interface SharedDeclaration {
  readonly part: SharedPart;
  readonly decl: JsonObject;
}

export const isSharedDecl = (decl: unknown): boolean => own(decl, 'shared') === true;
const declared = (document: PageDocument, part: SharedPart): [string, unknown][] =>
  Object.entries(document[part] ?? {});
/** The name of a declaration where it is handed in. */
const pathOf = (part: SharedPart, name: string): string =>
  part === 'state' ? `state.${name}` : name;

/** What a block shares, by the names a page hands it in under. */
export const sharedBy = (block: PageDocument): Map<string, SharedDeclaration> =>
  new Map(
    (Object.keys(SHARED_PARTS) as SharedPart[]).flatMap((part) =>
      declared(block, part)
        .filter(([, decl]) => isSharedDecl(decl))
        .map(([name, decl]) => [pathOf(part, name), { part, decl: decl as JsonObject }]),
    ),
  );

/** What a declaration of the page must have in common with the block's. */
const COMMON = ['type', 'call', 'list', 'describe', 'use', 'object'];
/** Where a declaration of the page is another than the block takes; undefined where it fits. */
export const differingKey = (mine: unknown, { decl }: SharedDeclaration): string | undefined =>
  COMMON.find((key) => isText(own(decl, key)) && own(mine, key) !== own(decl, key));

/** Paths of a page that it may hand in for what a block shares. */
export const pathsToShare = (document: PageDocument, shared: SharedDeclaration): string[] =>
  declared(document, shared.part)
    .filter(
      ([, mine]) =>
        isObject(mine) && own(mine, 'is') === undefined && differingKey(mine, shared) === undefined,
    )
    .map(([name]) => pathOf(shared.part, name));
