import type { Type } from '../../expression/index.ts';
import {
  asText,
  isObject,
  isText,
  own,
  hint,
  at,
  ROOT_PATH,
  type JsonObject,
  type ProblemPath,
  type Schema,
  checkSchema,
} from '../../document/index.ts';
import { MAX_DECLARATIONS } from '../model/limits.ts';
import { ARGS_NAME, nameFault } from '../model/names.ts';
import { unfoldFormSchema } from '../schema/form-refs.ts';
import { formSchemaRefusals } from '../schema/form-schema.ts';
import {
  callSourceType,
  cellType,
  formType,
  listSourceType,
  MACHINE_TYPE,
  recordType,
  schemaType,
  USER_TYPE,
} from '../compile/scope-types.ts';
import type { Validation } from './context.ts';
import { checkCells } from './cells.ts';
import { documentParts } from './document-schema.ts';
import { ScopeTypes, type Root } from './scope.ts';
import { checkShared } from './shared.ts';
import { checkWhere } from './where.ts';

const PARTS = ['params', 'state', 'sources', 'forms', 'machines', 'steps'] as const;
/** Names of these follow a word of their own (params.x), so any well-formed one will do. */
const PREFIXED: ReadonlySet<string> = new Set(['params', 'state', 'steps']);

/** Reports problems of the declarations and returns the scope they make. */
export function checkDeclarations(v: Validation): ScopeTypes {
  checkNames(v);
  checkShared(v);
  const roots = new Map<string, Root>([
    ['params', { kind: 'params', type: cells(v, 'params') }],
    ['state', { kind: 'state', type: cells(v, 'state') }],
    ['user', { kind: 'user', type: USER_TYPE }],
  ]);
  for (const [name, source] of v.part('sources'))
    roots.set(name, sourceRoot(v, source, at(ROOT_PATH, 'sources', name)));
  for (const [name, form] of v.part('forms'))
    roots.set(name, { kind: 'form', type: formRoot(v, form, at(ROOT_PATH, 'forms', name)) });
  for (const [name] of v.part('machines')) roots.set(name, { kind: 'machine', type: MACHINE_TYPE });
  const scope = new ScopeTypes(roots);
  checkValues(v, scope);
  return scope;
}

function checkNames(v: Validation): void {
  const homes = new Map<string, string>();
  for (const part of PARTS) {
    const entries = v.part(part);
    if (entries.length > MAX_DECLARATIONS)
      v.problems.invalid(
        at(ROOT_PATH, part),
        `最多声明 ${MAX_DECLARATIONS} 项，现在有 ${entries.length} 项`,
      );
    for (const [name] of entries) {
      const fault = nameFault(name);
      const prefixed = PREFIXED.has(part);
      if (fault && !(prefixed && fault.includes('保留名')))
        v.problems.invalid(at(ROOT_PATH, part, name), fault);
      if (!prefixed && name === ARGS_NAME && v.part('steps').length > 0)
        v.problems.invalid(
          at(ROOT_PATH, part, name),
          `名称“${ARGS_NAME}”在步骤（steps）里读作参数，有步骤的页面不能用它命名`,
        );
      if (!prefixed && homes.has(name))
        v.problems.invalid(
          at(ROOT_PATH, part, name),
          `名称“${name}”已用于 ${homes.get(name)}，数据源、表单和状态机不能重名`,
        );
      if (!prefixed) homes.set(name, part);
    }
  }
}

function cells(v: Validation, part: 'params' | 'state'): Type {
  return {
    fields: Object.fromEntries(
      v.part(part).map(([name, decl]) => [name, cellType(own(decl, 'type'))]),
    ),
  };
}

/** Which of the three a source is, by its distinguishing key. */
function sourceKind(source: unknown): 'call' | 'list' | 'describe' | undefined {
  return (['call', 'list', 'describe'] as const).find((kind) => own(source, kind) !== undefined);
}

const sourceSchema = (part: string): Schema => ({ ...documentParts[part], $defs: documentParts });
/** Whole schemas of sources, made once: the check remembers their definitions. */
const SOURCES = {
  call: sourceSchema('callSource'),
  list: sourceSchema('listSource'),
  describe: sourceSchema('describeSource'),
};
function sourceRoot(v: Validation, source: JsonObject, place: ProblemPath): Root {
  const kind = sourceKind(source);
  if (!kind) {
    v.problems.invalid(place, '数据源须有 call、list 或 describe 之一');
    return { kind: 'source', type: 'any' };
  }
  for (const fault of checkSchema(source, SOURCES[kind], place))
    v.problems.invalid(fault.place, fault.why);
  if (kind === 'call')
    return {
      kind: 'source',
      type: callSourceType(schemaType(v.calls.get(asText(source.call))?.output)),
    };
  const describe = v.object(source[kind], at(place, kind));
  if (kind === 'describe') return { kind, type: callSourceType('any') };
  return { kind, type: listSourceType(describe ? recordType(describe) : 'any') };
}

function formRoot(v: Validation, form: JsonObject, place: ProblemPath): Type {
  const schema = own(form, 'schema');
  const isShared = own(form, 'shared') === true;
  if (
    !(isShared && own(form, 'object') === undefined && schema === undefined) &&
    (own(form, 'object') === undefined) === (schema === undefined)
  )
    v.problems.invalid(place, '表单须有 object 或 schema 之一');
  if (isObject(schema)) return formType(schemaForm(v, schema, at(place, 'schema')));
  const describe = v.object(own(form, 'object'), at(place, 'object'));
  return formType(describe ? recordType(describe) : 'any');
}
/** What a form can neither draw nor check is refused: no form is half drawn. */
function schemaForm(v: Validation, schema: JsonObject, place: ProblemPath): Type {
  const refusals = formSchemaRefusals(schema, place);
  for (const { place: where, why } of refusals) v.problems.invalid(where, why);
  return refusals.length > 0 ? 'any' : schemaType(unfoldFormSchema(schema).schema);
}

/** Formulas in declarations; they see the whole scope, and compiling refuses circles. */
function checkValues(v: Validation, scope: ScopeTypes): void {
  v.values.all(own(v.document, 'title'), scope, at(ROOT_PATH, 'title'));
  checkCells(v, scope);
  for (const [name, source] of v.part('sources'))
    checkSource(v, source, scope, at(ROOT_PATH, 'sources', name));
  for (const [name, form] of v.part('forms'))
    for (const key of ['object', 'id', 'init'])
      v.values.all(own(form, key), scope, at(ROOT_PATH, 'forms', name, key));
  for (const [name, machine] of v.part('machines'))
    checkMachine(v, machine, scope, at(ROOT_PATH, 'machines', name));
}
function checkSource(
  v: Validation,
  source: JsonObject,
  scope: ScopeTypes,
  place: ProblemPath,
): void {
  if (own(source, 'shared') === true) {
    if (isText(own(source, 'call'))) v.callId(source.call as string, at(place, 'call'));
    return;
  }
  if (own(source, 'when') !== undefined) v.values.flag(source.when, scope, at(place, 'when'));
  if (sourceKind(source) === 'call') {
    v.call(source.call, own(source, 'input') ?? {}, scope, {
      id: at(place, 'call'),
      input: at(place, 'input'),
    });
  } else checkList(v, source, scope, place);
}
function checkList(v: Validation, source: JsonObject, scope: ScopeTypes, place: ProblemPath): void {
  if (own(source, 'where') !== undefined) checkWhere(v, source, scope, at(place, 'where'));
  for (const key of ['list', 'describe', 'fields', 'filter', 'sort'])
    v.values.all(own(source, key), scope, at(place, key));
}
function checkMachine(
  v: Validation,
  machine: JsonObject,
  scope: ScopeTypes,
  place: ProblemPath,
): void {
  const known = v.options.machines && [...v.options.machines];
  const use = own(machine, 'use');
  if (known && isText(use) && !known.includes(use))
    v.problems.invalid(at(place, 'use'), `没有名为“${use}”的状态机${hint(use, known)}`);
  v.values.all(own(machine, 'input'), scope, at(place, 'input'));
}
