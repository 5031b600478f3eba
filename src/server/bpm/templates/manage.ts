import type { DataOf, FlowNodeRow, InputOf } from '../../../contract/index.ts';
import { DEFAULT_PAGE_SIZE } from '../../../contract/index.ts';
import {
  AppError,
  likeText,
  SqlParameters,
  type Bind,
  type Context,
  type TenantTx,
} from '../../kernel/index.ts';
import { formsStarting } from '../../bizmeta/index.ts';
import { placedSteps, calledOf, toNested, type FlowDocument } from '../../../flow/index.ts';
import type { Parts } from '../parts.ts';
import { STARTABLE, VERSION_JOIN } from './startable.ts';
import { commitTemplate, insertTemplate, type Editing } from './commit.ts';
import { readNested, startDocument } from './document.ts';
import { rebaseDraft, versionDocument } from './drafts.ts';
import { manages } from '../people/managers.ts';
import { libraryDocument } from './library.ts';
import {
  answerOf,
  lockTemplate,
  OPEN_STATES,
  preparedOf,
  templateRow,
  TEMPLATES,
  type TemplateRow,
} from './rows.ts';

type Rows = DataOf<'bpm.template.ofObject'>;

/** Templates as builders list them. */
export async function listTemplates(
  tx: TenantTx,
  input: InputOf<'bpm.template.view'>,
): Promise<DataOf<'bpm.template.view'>> {
  const { values, bind } = new SqlParameters(tx.tenant.id);
  const where = listConditions(input, bind).join(' and ');
  const size = input.size ?? DEFAULT_PAGE_SIZE;
  const rows = await tx.query<TemplateRow & { total: number }>(
    `select x.*, count(*) over ()::integer as total from (${TEMPLATES} where ${where}) x
      order by x.updated_at desc, x.id limit ${size} offset ${((input.current ?? 1) - 1) * size}`,
    values,
  );
  return { records: rows.map(answerOf), total: rows[0]?.total ?? 0 };
}

const listConditions = (input: InputOf<'bpm.template.view'>, bind: Bind): string[] => [
  't.tenant_id = $1',
  input.isDeleted ? 't.deleted_at is not null' : 't.deleted_at is null',
  ...(input.query ? [`t.name ilike ${bind(`%${likeText(input.query)}%`)}`] : []),
  ...(input.objectApiName ? [`o.api_name = ${bind(input.objectApiName)}`] : []),
  ...(input.appId ? [`o.app_id::text = ${bind(input.appId)}`] : []),
  ...(input.state ? [STATE_SQL[input.state]] : []),
];
const STATE_SQL = {
  draft: 't.version = 0',
  enabled: 't.version > 0 and t.enabled',
  disabled: 't.version > 0 and not t.enabled',
} as const;

export async function documentOf(tx: TenantTx, row: TemplateRow): Promise<FlowDocument> {
  if (row.version > 0) return versionDocument(tx, row.id, row.version);
  const [draft] = await tx.query<{ document: FlowDocument }>(
    'select document from bpm.flow_draft where tenant_id = $1 and template_id = $2',
    [tx.tenant.id, row.id],
  );
  return draft?.document ?? startDocument();
}

/** A template for those who build it, look after it, or may start it. */
export async function templateInfo(
  tx: TenantTx,
  ctx: Context,
  id: string,
): Promise<DataOf<'bpm.template.info'>> {
  const row = await templateRow(tx, id);
  const document = await documentOf(tx, row);
  const settings = document.settings ?? {};
  const canManage = await manages(tx, ctx, settings.managers);
  if (!ctx.session.isBuilder && !canManage) {
    const [startable] = await tx.query(
      `select from bpm.flow_template t ${VERSION_JOIN} where ${STARTABLE} and t.id = $3`,
      [tx.tenant.id, ctx.userId, id],
    );
    if (!startable) throw new AppError('FLOW_TEMPLATE_UNKNOWN');
  }
  const shown = ctx.session.isBuilder || canManage ? document : withoutRequests(document);
  return { ...answerOf(row), settings, document: shown, canManage };
}

/** Who only may start a template does not read where it sends what. */
const withoutRequests = (document: FlowDocument): FlowDocument => ({
  ...document,
  nodes: Object.fromEntries(
    Object.entries(document.nodes).map(([id, node]) => [
      id,
      node.type === 'trigger@1' ? { ...node, settings: {} } : node,
    ]),
  ) as FlowDocument['nodes'],
});

export async function manageInfo(
  tx: TenantTx,
  ctx: Context,
  id: string,
): Promise<DataOf<'bpm.manage.templateInfo'>> {
  const info = await templateInfo(tx, ctx, id);
  const { messages } = await templateRow(tx, id);
  return { ...info, nodes: toNested(info.document as FlowDocument), messages };
}

/** What a new template begins with: nodes, a template of the library, another of the company, or nothing. */
async function beginning(
  tx: TenantTx,
  { from, library, nodes }: Pick<InputOf<'bpm.template.create'>, 'from' | 'library' | 'nodes'>,
): Promise<{ document: FlowDocument; icon?: string; category?: string }> {
  if (nodes) return { document: readNested(nodes, {}) };
  if (library) return libraryDocument(library);
  if (!from) return { document: startDocument() };
  const { icon, category, ...source } = await templateRow(tx, from);
  return { document: await documentOf(tx, { icon, category, ...source }), icon, category };
}

/** A new template, a draft; with the nodes of another one. */
export async function createTemplate(
  editing: Editing,
  { from, library, nodes, ...input }: InputOf<'bpm.template.create'>,
): Promise<{ id: string }> {
  const { tx, userId } = editing;
  const { document, icon, category } = await beginning(tx, { from, library, nodes });
  const id = await insertTemplate(editing, {
    ...input,
    icon: input.icon ?? icon ?? '',
    category: category ?? '',
  });
  await tx.run(
    `insert into bpm.flow_draft (tenant_id, template_id, version, base_no, changed, document, saved_by)
      values ($1, $2, 1, 0, true, $3, $4)`,
    [tx.tenant.id, id, JSON.stringify(document), userId],
  );
  return { id };
}

/** Commits as other programs do; what others have in a draft follows. */
export async function commit(
  editing: Editing,
  input: InputOf<'bpm.template.commit'>,
): Promise<{ id: string; version: number }> {
  const { tx } = editing;
  const before =
    input.template.id === undefined
      ? undefined
      : await documentOf(tx, await lockTemplate(tx, input.template.id));
  const made = await commitTemplate(editing, input);
  const published = await versionDocument(tx, made.id, made.version);
  await rebaseDraft(editing, made.id, before, published, made.version);
  return made;
}

/** Deletes a template; what ran stays as it is, and can be looked at. */
export async function deleteTemplate(
  { tx, userId }: Editing,
  id: string,
): Promise<{ row: TemplateRow; running: string[] }> {
  const row = await lockTemplate(tx, id);
  await requireUnused(tx, row);
  const running = await tx.query<{ id: string }>(
    `select id from bpm.flow_instance where tenant_id = $1 and template_id = $2 and status in ${OPEN_STATES}
      order by id for update`,
    [tx.tenant.id, id],
  );
  await tx.run(
    `update bpm.flow_template set deleted_at = now(), deleted_by = $3 where tenant_id = $1 and id = $2`,
    [tx.tenant.id, id, userId],
  );
  return { row, running: running.map((each) => each.id) };
}

/** Users of a template that a refusal names. */
const MOST_NAMED = 5;
/** Templates that start another as a sub-process, in the versions new instances follow. */
const STARTERS = `select t.name from bpm.flow_template t
  join bpm.flow_version v on v.tenant_id = t.tenant_id and v.template_id = t.id and v.no = t.version
  where t.tenant_id = $1 and t.id <> $2 and t.deleted_at is null and exists (
    select from jsonb_each(v.document -> 'nodes') n where n.value ->> 'type' like 'subProcess@%'
      and n.value -> 'settings' ->> 'templateId' = $2::text)
  order by t.name limit ${MOST_NAMED}`;

async function requireUnused(tx: TenantTx, { id, name }: TemplateRow): Promise<void> {
  const starters = await tx.query<{ name: string }>(STARTERS, [tx.tenant.id, id]);
  const forms = await formsStarting(tx, id);
  const users = [
    ...starters.map((each) => `流程“${each.name}”`),
    ...forms.slice(0, MOST_NAMED).map((each) => `表单“${each.name}”`),
  ].join('、');
  if (users === '') return;
  throw new AppError('FLOW_TEMPLATE_USED', { name, users });
}

/** Versions of a template, the newest first. */
export async function versionsOf(
  tx: TenantTx,
  { id, current = 1, size = DEFAULT_PAGE_SIZE }: InputOf<'bpm.template.history'>,
): Promise<DataOf<'bpm.template.history'>> {
  const row = await templateRow(tx, id);
  const rows = await tx.query<{
    no: number;
    hash: string;
    at: Date;
    by: string;
    note: string;
    words: string[];
    running: number;
  }>(
    `select v.no, v.hash, v.at, coalesce(m.real_name, '') as by, v.note, v.words,
      (select count(*)::integer from bpm.flow_instance i where i.tenant_id = v.tenant_id
        and i.template_id = v.template_id and i.version_no = v.no and i.status in ${OPEN_STATES}) as running
      from bpm.flow_version v left join upm.member m on m.tenant_id = v.tenant_id and m.user_id = v.by
      where v.tenant_id = $1 and v.template_id = $2 order by v.no desc limit $3 offset $4`,
    [tx.tenant.id, id, size, (current - 1) * size],
  );
  return {
    records: rows.map(({ no, at, ...each }) => ({
      ...each,
      version: no,
      at: at.toISOString(),
      current: no === row.version,
    })),
    total: row.version,
  };
}

/** Templates the person may start, of one object or of all. */
export async function startableTemplates(
  tx: TenantTx,
  userId: string,
  objectApiName?: string,
): Promise<Rows> {
  const rows = await tx.query<TemplateRow>(
    `${TEMPLATES} ${VERSION_JOIN} where ${STARTABLE} and o.deleted_at is null
      and ($3::text is null or o.api_name = $3) order by t.name`,
    [tx.tenant.id, userId, objectApiName ?? null],
  );
  return rows.map(answerOf);
}

export async function startableByObject(
  tx: TenantTx,
  userId: string,
): Promise<DataOf<'bpm.template.ofObjects'>> {
  const groups = new Map<string, DataOf<'bpm.template.ofObjects'>[number]>();
  for (const row of await startableTemplates(tx, userId)) {
    const { objectApiName, objectLabel } = row;
    const group = groups.get(objectApiName) ?? { objectApiName, objectLabel, templates: [] };
    group.templates.push(row);
    groups.set(objectApiName, group);
  }
  return [...groups.values()];
}

export async function templatesOfObject(
  tx: TenantTx,
  { id, type }: InputOf<'bpm.template.ofObjectByType'>,
): Promise<Rows> {
  const states = type === 'all' ? ['enabled', 'disabled', 'draft'] : [type];
  const rows = await tx.query<TemplateRow>(
    `${TEMPLATES} where t.tenant_id = $1 and t.deleted_at is null and (o.api_name = $2 or o.id::text = $2)
      order by t.name`,
    [tx.tenant.id, id],
  );
  return rows.map(answerOf).filter(({ state }) => states.includes(state));
}

/** Nodes of a document one after the other, without what follows each. */
export const nodeRows = (document: FlowDocument): FlowNodeRow[] =>
  placedSteps(document).map(({ id, type, node, around }) => ({
    id,
    type,
    name: calledOf(node),
    branchId: around.at(-1)?.[1] ?? null,
    settings: node.settings ?? {},
  }));

/** The same for those who do not build: where a flow may be, without how it is set up. */
const bareRows = (document: FlowDocument): FlowNodeRow[] =>
  nodeRows(document).map((row) => ({ ...row, settings: {} }));

/** Nodes of the published templates of an object the person may start. */
export async function nodesOfObject(
  parts: Parts,
  tx: TenantTx,
  userId: string,
  object: string,
): Promise<DataOf<'bpm.template.nodesOfObject'>> {
  const answer: DataOf<'bpm.template.nodesOfObject'> = [];
  for (const { id, name, version } of await startableTemplates(tx, userId, object)) {
    const { document } = await preparedOf(parts, tx, id, version, 'whichever');
    answer.push({ templateId: id, name, nodes: bareRows(document) });
  }
  return answer;
}

/** What applications offer to start (wfBusList). */
export async function appTemplates(
  parts: Parts,
  tx: TenantTx,
  userId: string,
  appIds: readonly string[] | undefined,
): Promise<DataOf<'bpm.template.appList'>> {
  const apps = new Map<string | null, DataOf<'bpm.template.appList'>[number]>();
  for (const row of await startableTemplates(tx, userId)) {
    if (appIds && (row.appId === null || !appIds.includes(row.appId))) continue;
    const { document } = await preparedOf(parts, tx, row.id, row.version, 'whichever');
    const app = apps.get(row.appId) ?? { appId: row.appId, appName: row.appName, wfBusList: [] };
    app.wfBusList.push(offeredIn(row, document));
    apps.set(row.appId, app);
  }
  return [...apps.values()];
}

const offeredIn = (
  { objectApiName: apiName, objectLabel: label, id, name }: Rows[number],
  document: FlowDocument,
) => ({ apiName, label, templateId: id, name, nodes: bareRows(document) });

export async function nodeView(
  tx: TenantTx,
  ctx: Context,
  { templateId, nodeId }: InputOf<'bpm.node.view'>,
): Promise<FlowNodeRow> {
  const { document } = await templateInfo(tx, ctx, templateId);
  const found = nodeRows(document as FlowDocument).find(({ id }) => id === nodeId);
  if (!found) throw new AppError('FLOW_TEMPLATE_UNKNOWN');
  return ctx.session.isBuilder ? found : { ...found, settings: {} };
}
