import type { DataOf, InputOf } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { createApp, storeNavigation } from '../apps/apps.ts';
import { freeAppNames } from '../apps/names.ts';
import { objectKey, type NavStored } from '../apps/navigation.ts';
import { copyObjects, type CopiedObject } from '../copies/objects.ts';
import { objectNames } from '../copies/copy.ts';
import { addDays, dayOf } from '../fields/filters/calendar.ts';
import type { Catalog } from '../meta/catalog.ts';
import { createRecords } from '../records/create.ts';
import type { ServicePorts } from '../records/service-ports.ts';
import { createView } from '../views/save.ts';
import { TEMPLATES } from './catalogue.ts';
import type { SampleWorld, Template } from './template.ts';

/** What is stored of a style: the icon has the colour of the application. */
const styleOf = ({ style }: Template): string =>
  JSON.stringify({ ...style, iconColor: style.color });

/** The templates, each with a name an application can have now. */
export async function listTemplates(tx: TenantTx): Promise<DataOf<'bizmeta.template.list'>> {
  const free = await freeAppNames(tx);
  return TEMPLATES.map((template) => ({
    key: template.key,
    name: template.name,
    description: template.description,
    style: styleOf(template),
    appName: free(template.name),
    objects: template.objects.map(({ describe }) => describe.label),
  }));
}

type Made = readonly CopiedObject<Template['objects'][number]['describe']>[];

export interface TemplateContext {
  readonly tx: TenantTx;
  readonly catalog: Catalog;
  readonly services: ServicePorts;
  readonly userId: string;
}

/** A new application made like a template: a draft, with sample records if asked. */
export async function createFromTemplate(
  context: TemplateContext,
  { key, name, withRecords = false }: InputOf<'bizmeta.template.create'>,
  now = new Date(),
): Promise<DataOf<'bizmeta.template.create'>> {
  const { tx, userId } = context;
  const template = TEMPLATES.find((each) => each.key === key);
  if (!template) throw new AppError('APP_TEMPLATE_UNKNOWN');
  const { id } = await createApp(tx, userId, {
    name,
    description: template.description,
    style: styleOf(template),
  });
  const taken = new Set((await objectNames(tx)).map(({ apiName }) => apiName));
  const objects = await copyObjects(
    tx,
    userId,
    template.objects.map(({ describe: from }) => ({ from, label: from.label, appId: id })),
    taken,
  );
  await storeNavigation(tx, id, menuOf(template, objects));
  await createViews(context, template, objects, id);
  return { id, records: withRecords ? await createSamples(context, template, objects, now) : 0 };
}

function menuOf({ groups = {} }: Template, objects: Made): NavStored[] {
  const ids = new Map(objects.map(({ from, id }) => [from.apiName, id]));
  const entry = (apiName: string) => ({
    key: objectKey(ids.get(apiName)!),
    kind: 'object' as const,
  });
  const grouped = new Set(Object.values(groups).flat());
  return [
    ...[...ids.keys()].filter((apiName) => !grouped.has(apiName)).map(entry),
    ...Object.entries(groups).map(([title, names], at) => ({
      key: `group:${at + 1}`,
      kind: 'group' as const,
      title,
      items: names.map(entry),
    })),
  ];
}

async function createViews(
  { tx, catalog, services, userId }: TemplateContext,
  template: Template,
  objects: Made,
  appId: string,
): Promise<void> {
  for (const [at, { views = [] }] of template.objects.entries())
    for (const view of views)
      await createView(
        { tx, catalog, services, viewer: { userId, isBuilder: true } },
        { object: objects[at]!.apiName, appId, view: { scope: 'shared', ...view } },
      );
}

/** One after the other, since they name those before them; a few dozen in all. */
async function createSamples(
  { tx, catalog, services, userId }: TemplateContext,
  template: Template,
  objects: Made,
  now: Date,
): Promise<number> {
  const made = new Map<string, string[]>();
  const day = (offset: number): string => addDays(dayOf(now), offset);
  const world: SampleWorld = {
    me: userId,
    day,
    at: (offset, hour) => `${day(offset)} ${String(hour).padStart(2, '0')}:00:00`,
    id: (object, n) => made.get(object)![n]!,
  };
  let count = 0;
  for (const [at, { describe, samples }] of template.objects.entries()) {
    const ids: string[] = [];
    made.set(describe.apiName, ids);
    const view = await catalog.enterWhole(tx, objects[at]!.apiName);
    for (const sample of samples)
      ids.push(
        ...(await createRecords({ tx, view, userId, services, access: null }, [sample(world)], now))
          .ids,
      );
    count += ids.length;
  }
  return count;
}
