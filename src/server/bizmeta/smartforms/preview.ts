import {
  isComputed,
  type DataOf,
  type FieldDescribe,
  type FormBody,
  type FormFault,
  type InputOf,
  type ObjectDescribe,
  type OpenedForm,
  type Problem,
} from '../../../contract/index.ts';
import { formChanges, formFields, formPageKey, isWide } from '../../../page/index.ts';
import { parse } from '../../../expression/index.ts';
import { defaultSources } from '../../../values/index.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import { fieldFault } from './check.ts';
import { wholeBody } from './draft.ts';
import { placedFields, shownDescribe, shownFields, withObjectRules } from './fields.ts';
import { openedForm } from './opened.ts';
import type { FormRow } from './row.ts';
import { readForm, publishFaults, type SaveContext } from './save.ts';

/** An empty form. */
const EMPTY: FormBody = {
  terminal: 'both',
  layout: { pages: [{ sections: [] }] },
  rules: [],
  validations: [],
  publish: { mode: 'link' },
};

/** A preview has no link, and its submissions are sent nowhere. */
const PREVIEW_TOKEN = 'draft';
const PREVIEW_KEY = formPageKey(PREVIEW_TOKEN);

type Preview = DataOf<'bizmeta.smartform.preview'>;

/** Preview of a draft; nothing is written, and it may be unfinished. */
export async function previewForm(
  making: SaveContext,
  { object, id, name = '', body: draft }: InputOf<'bizmeta.smartform.preview'>,
): Promise<Preview> {
  const row = id === undefined ? undefined : await readForm(making.tx, id);
  const view = await making.catalog.enterWhole(making.tx, row?.object ?? object);
  const { describe } = view.table;
  const body = wholeBody(row?.body ?? EMPTY, draft);

  return {
    form: openedAs(view, name, body),
    faults: await faultsOf(making, row, view, body),
    changes: changesOf(row, body, describe),
    palette: paletteOf(describe, body),
    placed: placedFields(body, describe).map(({ field }) => field),
    shown: shownFields(body, describe).map(({ field }) => field),
  };
}

/** What would keep it from being published. */
async function faultsOf(
  making: SaveContext,
  row: FormRow | undefined,
  view: ObjectCatalogEntry,
  body: FormBody,
): Promise<FormFault[]> {
  const hasPassword = (row?.password_hash ?? null) !== null;
  return (await publishFaults(making, view, body, { hasPassword }, '')).map(editorPathOf);
}

/**
 * The form as visitors would open it. Lookups search the company's own records: the user of a
 * preview is a builder.
 */
function openedAs({ table }: ObjectCatalogEntry, name: string, body: FormBody): OpenedForm {
  const own = new Map(table.describe.fields.map((field) => [field.apiName, field.refObject]));
  const describe = shownDescribe(name, body, table.describe, 0);
  const fields = describe.fields.map((field) => {
    const refObject = own.get(field.apiName);
    return refObject === undefined ? field : { ...field, refObject };
  });
  const sound = soundBody(body);
  return openedForm(
    {
      name: name.trim() || '未命名表单',
      formVersion: 0,
      allowEdit: false,
      flows: false,
      published: withObjectRules(sound, table.describe, shownFields(sound, table.describe)),
      describe: { ...describe, fields },
    },
    { key: PREVIEW_KEY, token: PREVIEW_TOKEN },
  );
}

/** A rule that is not finished would leave no page to show. */
const soundBody = (body: FormBody): FormBody => ({
  ...body,
  rules: body.rules.filter(({ when }) => parse(when).ok),
  validations: body.validations.filter(({ expr }) => parse(expr).ok),
});

const changesOf = (row: FormRow | undefined, body: FormBody, describe: ObjectDescribe): string[] =>
  row?.published ? formChanges(row.published, body, describe.fields) : [];

/** Labels of the sections that fields are in. */
const sectionLabels = ({ sections = [] }: ObjectDescribe): ReadonlyMap<string, string> =>
  new Map(
    sections
      .filter(({ phone }) => !phone)
      .flatMap(({ label, items }) => items.map(({ field }) => [field, label] as const)),
  );

/** The object's fields to choose from, in their sections; computed fields are left out. */
function paletteOf(describe: ObjectDescribe, body: FormBody): Preview['palette'] {
  const used = new Set(formFields(body).map(({ field }) => field));
  const sections = sectionLabels(describe);
  const fields: FieldDescribe[] = describe.fields.filter(
    (field) => field.removed !== true && !isComputed(field.type),
  );
  return fields.map((field) => ({
    key: field.apiName,
    title: field.label,
    icon: field.type,
    group: sections.get(field.apiName) ?? '对象的字段',
    used: used.has(field.apiName),
    wide: isWide(field),
    address: defaultSources(field.type).includes('address'),
    hint: fieldFault(field, body.publish.mode === 'member', true) ?? '',
  }));
}

const NOWHERE = { part: -1, group: -1, item: -1, index: -1 };
/** The editor's location of a problem, derived from its path in the body. */
function editorPathOf({ path, reason, params, msg: whole }: Problem): FormFault {
  // The location shows what it is about.
  const msg = reason === 'FORM_SETTING' ? String(params?.['why'] ?? whole) : whole;
  const steps = path.split('/').slice(1);
  const nowhere = { ...NOWHERE, path, msg };
  const at = (place: number): number => numberIn(steps[place]);
  if (steps[0] === 'layout')
    return { ...nowhere, aspect: 'fields', part: at(2), group: at(4), item: at(6) };
  if (steps[0] === 'rules') return { ...nowhere, aspect: 'rules', index: at(1) };
  if (steps[0] === 'validations') return { ...nowhere, aspect: 'checks', index: at(1) };
  return { ...nowhere, aspect: 'publish' };
}
const numberIn = (step: string | undefined): number =>
  step === undefined || !/^\d+$/.test(step) ? -1 : Number(step);
