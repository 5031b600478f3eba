import {
  BLOCK_PREFIX,
  BLOCK_WIDGET,
  blockCycle,
  blockDepth,
  fitsParam,
  MAX_BLOCKS_DEEP,
} from '../model/blocks.ts';
import type { PageDocument } from '../model/document.ts';
import {
  isObject,
  isText,
  own,
  hint,
  at,
  nodePath,
  splitType,
  type JsonObject,
  type ProblemPath,
} from '../../document/index.ts';
import { looksTagged } from '../schema/check.ts';
import type { Validation } from './context.ts';

/**
 * Blocks a page shows: they exist, take these parameters, are not nested too deep, and never lead
 * back to the page.
 */
export function checkBlocks(v: Validation): void {
  const find = v.options.block;
  if (!find) return;
  const document = v.document as unknown as PageDocument;
  for (const [id, node] of v.part('nodes')) {
    if (splitType(own(node, 'type'))?.name === BLOCK_WIDGET)
      checkUse(v, own(node, 'props') ?? {}, find, at(nodePath(id), 'props'));
  }
  const circle = blockCycle(document, find);
  const first =
    circle && v.part('nodes').find(([, node]) => own(own(node, 'props'), 'block') === circle[1]);
  if (circle)
    return v.problems.invalid(
      first ? at(nodePath(first[0]), 'props', 'block') : { path: '/nodes' },
      `区块循环引用：${circle.join(' → ')}`,
    );
  const depth = blockDepth(document, find);
  if (depth > MAX_BLOCKS_DEEP)
    v.problems.invalid(
      { path: '/nodes' },
      `区块最多嵌套 ${MAX_BLOCKS_DEEP} 层，现在有 ${depth} 层`,
    );
}

function checkUse(
  v: Validation,
  props: unknown,
  find: NonNullable<Validation['options']['block']>,
  place: ProblemPath,
): void {
  const key = own(props, 'block');
  if (!isText(key)) return key === undefined ? v.problems.invalid(place, '缺少“block”') : undefined;
  if (!key.startsWith(BLOCK_PREFIX))
    return v.problems.invalid(
      at(place, 'block'),
      `“${key}”不是区块：区块的键以“${BLOCK_PREFIX}”开头`,
    );
  const block = key === v.document.key ? (v.document as unknown as PageDocument) : find(key);
  if (!block) return v.problems.invalid(at(place, 'block'), `没有键为“${key}”的区块`);
  const given = own(props, 'params') ?? {};
  if (isObject(given) && !looksTagged(given)) checkParams(v, block, given, at(place, 'params'));
}

function checkParams(
  v: Validation,
  block: PageDocument,
  given: JsonObject,
  place: ProblemPath,
): void {
  const declared = block.params ?? {};
  for (const [name, value] of Object.entries(given)) {
    const decl = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (!decl)
      v.problems.invalid(
        at(place, name),
        `区块“${block.key}”没有参数“${name}”${hint(name, Object.keys(declared))}`,
      );
    else if (!looksTagged(value) && !fitsParam(decl, value))
      v.problems.invalid(at(place, name), `参数“${name}”的类型应为 ${decl.type}`);
  }
  for (const [name, decl] of Object.entries(declared))
    if (decl.required === true && own(given, name) === undefined)
      v.problems.invalid(place, `缺少参数“${name}”`);
}
