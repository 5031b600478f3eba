import { PAGE_KIND } from './kind.ts';
import { SPEC } from './document.ts';
import {
  isObject,
  isText,
  own,
  put,
  at,
  nodePath,
  Problems,
  ROOT_PATH,
  splitType,
  type JsonObject,
  type DocumentProblem,
} from '../../document/index.ts';

/**
 * From one major of the page language to the next, keyed by the spec it starts from. page/1 is the
 * first: none yet.
 */
type SpecMigrations = Readonly<Record<string, (document: JsonObject) => JsonObject>>;
const SPEC_MIGRATIONS: SpecMigrations = {};

/**
 * From one major of a widget's props to the next, keyed by what it starts from: { 'table@1': props
 * => props }.
 */
export type WidgetMigrations = Readonly<Record<string, (props: JsonObject) => JsonObject>>;
export interface MigrateOptions {
  widgets?: WidgetMigrations;
  specs?: SpecMigrations;
}
export interface Migrated {
  document: unknown;
  problems: DocumentProblem[];
  changed: boolean;
}

/** More steps than this are a migration that leads back to itself. */
const MAX_STEPS = 50;

/**
 * Brings a stored document up to the present language and widgets. Pure: the given document is
 * unchanged, and one that is up to date is returned as the same object. A spec that is newer than
 * ours, or none at all, is a problem; so is a migration that throws: the node then stays as it was
 * stored.
 */
export function migrate(raw: unknown, options: MigrateOptions = {}): Migrated {
  const problems = new Problems(PAGE_KIND);
  if (!isObject(raw)) return { document: raw, problems: [], changed: false };
  const lifted = liftSpec(raw, { ...SPEC_MIGRATIONS, ...options.specs }, problems);
  const document =
    options.widgets && isObject(own(lifted, 'nodes'))
      ? liftNodes(lifted, options.widgets, problems)
      : lifted;
  return { document, problems: problems.list, changed: document !== raw };
}

function liftSpec(raw: JsonObject, migrations: SpecMigrations, problems: Problems): JsonObject {
  let document = raw;
  for (let step = 0; step < MAX_STEPS && own(document, 'spec') !== SPEC; step++) {
    const from = own(document, 'spec');
    const lift = isText(from) && Object.hasOwn(migrations, from) ? migrations[from] : undefined;
    if (!lift) {
      problems.invalid(at(ROOT_PATH, 'spec'), specFault(from));
      break;
    }
    document = lift(document);
  }
  return document;
}
function specFault(spec: unknown): string {
  const major = isText(spec) ? /^page\/(\d{1,6})$/.exec(spec)?.[1] : undefined;
  if (spec === undefined) return `缺少“spec”，应为“${SPEC}”`;
  if (major !== undefined && Number(major) > Number(SPEC.split('/')[1]))
    return `页面的版本是“${spec as string}”，比系统支持的“${SPEC}”新，请先升级系统`;
  return `不认识页面版本 ${JSON.stringify(spec)?.slice(0, 40)}，应为“${SPEC}”`;
}

function liftNodes(
  document: JsonObject,
  migrations: WidgetMigrations,
  problems: Problems,
): JsonObject {
  const nodes: JsonObject = {};
  let changed = false;
  for (const [id, node] of Object.entries(document.nodes as JsonObject)) {
    const lifted = isObject(node) ? liftNode(id, node, migrations, problems) : node;
    changed ||= lifted !== node;
    put(nodes, id, lifted);
  }
  return changed ? { ...document, nodes } : document;
}
const messageOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure);
function liftNode(
  id: string,
  node: JsonObject,
  migrations: WidgetMigrations,
  problems: Problems,
): JsonObject {
  let lifted = node;
  for (let step = 0; step < MAX_STEPS; step++) {
    const type = splitType(own(lifted, 'type'));
    const key = type && `${type.name}@${type.major}`;
    const lift = key !== undefined && Object.hasOwn(migrations, key) ? migrations[key] : undefined;
    if (!type || !lift) break;
    const props = own(lifted, 'props');
    try {
      lifted = {
        ...lifted,
        type: `${type.name}@${type.major + 1}`,
        props: lift(isObject(props) ? { ...props } : {}),
      };
    } catch (failure) {
      problems.invalid(at(nodePath(id), 'props'), `从 ${key} 升级时出错：${messageOf(failure)}`);
      return node;
    }
  }
  return lifted;
}
