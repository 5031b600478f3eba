import type { DescribeInput, ObjectDescribe } from '../../../contract/index.ts';
import { rulesWithout } from '../../../page/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { ruledOf } from '../meta/object-rules.ts';
import { createObject, updateObject, type SavedObject } from '../meta/save.ts';

/**
 * Copying objects: each is created from the describe of another, with what refers to an object that
 * is copied too referring to its copy.
 */
type From = DescribeInput & { readonly apiName: string };
export interface ObjectCopy<F extends From = ObjectDescribe> {
  readonly from: F;
  /** The label of the copy. */
  readonly label: string;
  readonly appId: string | null;
}
export interface CopiedObject<F extends From = ObjectDescribe> extends SavedObject {
  readonly from: F;
  /** Labels of computed fields that read what is not copied: the copy does without them. */
  readonly left: readonly string[];
}

type Field = DescribeInput['fields'][number];

/** Room for a number behind a name of forty characters. */
const STEM = 36;

/** New English names: the given one if it is free, else with the next number that is. */
function namesOf(
  copies: readonly ObjectCopy<From>[],
  taken: ReadonlySet<string>,
): Map<string, string> {
  const used = new Set([...taken].map((name) => name.toLowerCase()));
  const names = new Map<string, string>();
  for (const { from } of copies) {
    const stem = from.apiName.replace(/\d+$/, '').slice(0, STEM) || from.apiName.slice(0, STEM);
    let [name, n] = [from.apiName, 1];
    while (used.has(name.toLowerCase())) name = `${stem}${++n}`;
    used.add(name.toLowerCase());
    names.set(from.apiName, name);
  }
  return names;
}

/** The field for a copy: without the ids of the original, and with references to copies. */
function fieldFor(
  { id: _id, fields, refObject, rollup, ...field }: Field,
  names: ReadonlyMap<string, string>,
): Field {
  const [object, via] = (rollup?.via ?? '').split('.', 2);
  return {
    ...field,
    ...(refObject !== undefined && { refObject: names.get(refObject) ?? refObject }),
    ...(rollup && {
      rollup:
        via === undefined ? rollup : { ...rollup, via: `${names.get(object!) ?? object!}.${via}` },
    }),
    ...(fields && { fields: fields.map((each) => fieldFor(each, names)) }),
  };
}

const isComputed = ({ type }: Field): boolean => type === 'formula' || type === 'rollup';
const refersTo = (field: Field): string[] => [
  ...(field.refObject === undefined ? [] : [field.refObject]),
  ...(field.fields ?? []).flatMap((each) => each.refObject ?? []),
];

/** A field as it can be made before the fields that its settings name are there. */
function plain({
  requiredWhen: _when,
  rules: _rules,
  defaultFrom: _default,
  fills: _fills,
  shows: _shows,
  candidates: _candidates,
  ...field
}: Field): Field {
  const { fields, numberRule } = field;
  const segments = numberRule?.segments?.filter(({ kind }) => kind !== 'field');
  return {
    ...field,
    ...(fields && { fields: fields.map(plain) }),
    ...(segments && { numberRule: { ...numberRule, segments } }),
  };
}

interface Pending {
  whole: DescribeInput;
  saved: SavedObject;
  readonly left: string[];
}

const FIELD_AT = /^\/describe\/fields\/(\d+)\//;

/**
 * Without the computed fields that a refusal names: a figure over records of an object that is not
 * copied has nothing to count. False when it names none.
 */
function leaveOut(pending: Pending, refused: AppError): boolean {
  const named = new Set(
    refused.errors.flatMap(({ path }) => {
      const at = FIELD_AT.exec(path)?.[1];
      return at === undefined ? [] : [Number(at)];
    }),
  );
  const { fields, sections = [] } = pending.whole;
  const out = fields.filter((field, at) => named.has(at) && isComputed(field));
  if (out.length === 0) return false;
  const names = new Set(out.map(({ apiName }) => apiName));
  pending.left.push(...out.map(({ label }) => label));
  const rows = new Map(
    fields.flatMap(({ apiName, fields: columns }) =>
      apiName !== undefined && columns
        ? [[apiName, new Set(columns.flatMap((column) => column.apiName ?? []))] as const]
        : [],
    ),
  );
  const sound = rulesWithout(ruledOf(pending.whole), { gone: names, rows });
  pending.whole = {
    ...pending.whole,
    ...sound,
    fields: fields.filter((field) => !out.includes(field)),
    sections: sections.map((section) => ({
      ...section,
      items: section.items.filter(({ field }) => !names.has(field)),
    })),
  };
  return true;
}

/** The saved object after a change; undefined where it cannot be saved yet. */
async function trySave(
  tx: TenantTx,
  userId: string,
  { whole, saved }: Pending,
): Promise<SavedObject | AppError> {
  await tx.run('SAVEPOINT copying');
  try {
    const next = await updateObject(tx, userId, {
      describe: { ...whole, id: saved.id, version: saved.version },
    });
    await tx.run('RELEASE SAVEPOINT copying');
    return next;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await tx.run('ROLLBACK TO SAVEPOINT copying');
    return error;
  }
}

/**
 * Figures and formulas read fields of other copies: each object is saved whole as soon as what it
 * reads is there.
 */
async function complete(tx: TenantTx, userId: string, pending: readonly Pending[]): Promise<void> {
  let waiting = [...pending];
  while (waiting.length > 0) {
    const still: { pending: Pending; refused: AppError }[] = [];
    for (const each of waiting) {
      const saved = await trySave(tx, userId, each);
      if (saved instanceof AppError) still.push({ pending: each, refused: saved });
      else each.saved = saved;
    }
    if (still.length === waiting.length)
      for (const { pending: each, refused } of still) if (!leaveOut(each, refused)) throw refused;
    waiting = still.map((each) => each.pending);
  }
}

/** Creates the copies, in the order they are given; `taken` are the names of every object. */
export async function copyObjects<F extends From>(
  tx: TenantTx,
  userId: string,
  copies: readonly ObjectCopy<F>[],
  taken: ReadonlySet<string>,
): Promise<CopiedObject<F>[]> {
  const names = namesOf(copies, taken);
  const made = new Set<string>();
  const pending: Pending[] = [];
  for (const { from, label, appId } of copies) {
    const apiName = names.get(from.apiName)!;
    made.add(apiName);
    const fields = from.fields.map((field) => fieldFor(field, names));
    const {
      description = '',
      icon = '',
      titleField,
      tabs = [],
      sections = [],
      rules,
      validations,
    } = from;
    const head = { apiName, label, description, icon };
    const isThere = (field: Field): boolean =>
      refersTo(field).every((name) => made.has(name) || ![...names.values()].includes(name));
    const first = fields.filter((field) => !isComputed(field) && isThere(field)).map(plain);
    const whole: DescribeInput = {
      ...head,
      titleField,
      fields,
      tabs,
      sections: sections.map(({ id: _id, ...section }) => section),
      rules,
      validations,
    };
    pending.push({
      whole,
      saved: await createObject(tx, userId, { appId, describe: { ...head, fields: first } }),
      left: [],
    });
  }
  // References in circles: every object is there now.
  for (const each of pending) {
    const lookups = each.whole.fields.filter((field) => refersTo(field).length > 0).map(plain);
    if (lookups.length === 0) continue;
    each.saved = await updateObject(tx, userId, {
      describe: {
        label: each.whole.label,
        fields: lookups.map(({ order: _order, ...field }) => field),
        id: each.saved.id,
        version: each.saved.version,
      },
    });
  }
  await complete(tx, userId, pending);
  return pending.map(({ saved, left }, at) => ({ ...saved, left, from: copies[at]!.from }));
}
