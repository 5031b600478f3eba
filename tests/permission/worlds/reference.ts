import type { RecordValues } from '../../../src/contract/index.ts';
import { refusedDeed, reach } from './deeds.ts';
import {
  found,
  groupsOf,
  listed,
  refusedList,
  searchHolds,
  searchText,
  searchedFields,
} from './lists.ts';
import type { Person, World, WorldRecord } from './model.ts';
import { objectNamed, OBJECTS } from './objects.ts';
import { answer, refusal, type Question, type Told } from './questions.ts';
import { Reader } from './reader.ts';
import { type Mistake } from './rights.ts';
import { received } from './shares.ts';

/** Objects a search shows so many records of. */
const FOUND = 5;
const EDGES = OBJECTS.flatMap(({ name, fields }) =>
  fields.flatMap((field) =>
    field.target === undefined ? [] : [{ object: name, field: field.name, target: field.target }],
  ),
);
const STORED = ['text', 'integer', 'singleSelect', 'lookup'];

/**
 * Every answer docs/permission.md allows to a question: the one, as a rule; of several reasons to
 * refuse any may be given.
 */
export function expected(
  world: World,
  person: Person,
  question: Question,
  mistake?: Mistake,
): Told[] {
  const reader = new Reader(world, person, mistake);
  switch (question.ask) {
    case 'list':
      return [listed(reader, question)];
    case 'pages':
      return [pages(reader, question)];
    case 'opened':
      return [opened(reader, question)];
    case 'detail':
      return [detail(reader, question)];
    case 'distinct':
      return [distinct(reader, question)];
    case 'related':
      return related(reader, question);
    case 'counts':
      return [counts(reader, question)];
    case 'candidates':
      return [candidates(reader, question)];
    case 'search':
      return [searched(reader, question.text)];
    case 'describe':
      return [described(reader, question.object)];
    case 'describes':
      return [answer(OBJECTS.map(({ name }) => name).filter((name) => opens(reader, name)))];
    case 'log':
      return log(reader, question);
    case 'comments':
      return comments(reader, question);
    case 'mine':
      return [received(reader)];
    default: {
      const refused = refusedDeed(reader, question);
      return refused.length > 0 ? refused : [answer('done')];
    }
  }
}

type Asked<A extends Question['ask']> = Extract<Question, { ask: A }>;
const idsOf = (records: readonly WorldRecord[]): string[] => records.map(({ id }) => id);

function pages(reader: Reader, question: Asked<'pages'>): Told {
  return refusedList(reader, question) ?? answer(idsOf(found(reader, question)));
}
function opened(reader: Reader, question: Asked<'opened'>): Told {
  return (
    refusedList(reader, question) ??
    answer(
      groupsOf(reader, found(reader, question), question).map(({ values, count }) => [
        values,
        count,
      ]),
    )
  );
}

function detail(reader: Reader, { object, id }: Asked<'detail'>): Told {
  if (!reader.rights.may(reader.person, object, 'view')) return refusal(403, 'NO_ACCESS');
  const record = reader.find(object, id);
  if (!record || !reader.isVisible(record)) return refusal(404, 'RECORD_UNKNOWN');
  const names = reader.fields(object);
  return answer({
    record: reader.shown(record, names, true),
    labels: reader.labels([record], names, true),
  });
}

function distinct(reader: Reader, { object, field }: Asked<'distinct'>): Told {
  const asked = { object, groupBy: [field], size: 0 };
  return (
    refusedList(reader, asked) ??
    answer(
      groupsOf(reader, found(reader, asked), asked).map(({ values: [value], count }) => ({
        value,
        count,
      })),
    )
  );
}

const points = (reader: Reader, record: WorldRecord, field: string, id: string): boolean =>
  reader.isRead(record, field) && [record.values[field]].flat().includes(id);
function related(reader: Reader, { object, field, id }: Asked<'related'>): Told[] {
  if (!reader.rights.may(reader.person, object, 'view')) return [refusal(403, 'NO_ACCESS')];
  const { target } = objectNamed(object).fields.find(({ name }) => name === field)!;
  const record = reader.find(target!, id);
  // Who does not see the record may be refused: the list itself is the object's.
  const hidden = record && reader.isVisible(record) ? [] : [refusal(404, 'RECORD_UNKNOWN')];
  if (!reader.knows(object, field)) return [refusal(400, '/field UNKNOWN_FIELD'), ...hidden];
  const list = reader.visible(object).filter((each) => points(reader, each, field, id));
  return [answer(idsOf(list).toSorted()), ...hidden];
}
function counts(reader: Reader, { object, id }: Asked<'counts'>): Told {
  const refused = detail(reader, { ask: 'detail', object, id });
  if (refused.status !== 200) return refused;
  const known = EDGES.filter(({ target }) => target === object).filter(
    (edge) =>
      reader.rights.may(reader.person, edge.object, 'view') &&
      reader.knows(edge.object, edge.field),
  );
  return answer(
    Object.fromEntries(
      known.map((edge) => [
        `${edge.object}.${edge.field}`,
        reader.visible(edge.object).filter((each) => points(reader, each, edge.field, id)).length,
      ]),
    ),
  );
}
function candidates(reader: Reader, { object, field }: Asked<'candidates'>): Told {
  if (!reader.rights.may(reader.person, object, 'view')) return refusal(403, 'NO_ACCESS');
  if (!reader.knows(object, field)) return refusal(400, '/field UNKNOWN_FIELD');
  const { target } = objectNamed(object).fields.find(({ name }) => name === field)!;
  if (!reader.rights.may(reader.person, target!, 'view')) return refusal(403, 'NO_ACCESS');
  const { title } = objectNamed(target!);
  return answer(
    reader
      .visible(target!)
      .map((record) => [record.id, reader.seen(record, title)])
      .toSorted(),
  );
}

/** What a search over all objects finds: its newest records, and where the text was. */
function searched(reader: Reader, text: string): Told {
  const groups = OBJECTS.flatMap(({ name, title }) => {
    if (!reader.rights.may(reader.person, name, 'view')) return [];
    const fields = searchedFields(reader, name);
    const records = reader
      .visible(name)
      .filter((record) => searchHolds(reader, record, text))
      .toReversed();
    if (records.length === 0) return [];
    const shown = records.slice(0, FOUND).map((record) => {
      const at = fields.find((field) => searchText(reader, record, field).includes(text))!;
      const own = reader.isShown(name, title) ? String(reader.seen(record, title) ?? '') : '';
      return [record.id, own, at === fields[0] ? null : at];
    });
    return [{ object: name, records: shown, more: records.length > FOUND }];
  });
  return answer(groups);
}

/** Whether the object is shown to the person: they may see its records, or create some. */
const opens = ({ rights, person }: Reader, object: string): boolean =>
  rights.may(person, object, 'view') || rights.may(person, object, 'create');
function described(reader: Reader, object: string): Told {
  if (!opens(reader, object)) return refusal(403, 'NO_ACCESS');
  return answer(
    objectNamed(object)
      .fields.map(({ name }) => name)
      .filter((name) => reader.rights.knowsToGive(reader.person, object, name))
      .toSorted(),
  );
}

/** Changes, the newest first and the creation last, of what is read of the record now. */
function log(reader: Reader, { object, id }: Asked<'log'>): Told[] {
  const refused = reach(reader, object, id, 'changeLog');
  if (refused.length > 0) return refused;
  const record = reader.find(object, id)!;
  const stored = objectNamed(object)
    .fields.filter(({ type }) => STORED.includes(type))
    .map(({ name }) => name);
  const first = (field: string): unknown =>
    record.history.find((change) => field in change)?.[field]?.[0] ?? null;
  const original = (field: string): unknown =>
    record.history.some((change) => field in change) ? first(field) : record.values[field];
  const creation: RecordValues = Object.fromEntries(
    stored.map((field) => [field, [null, original(field) ?? null]]),
  );
  const entries = [creation, ...record.history].map((change) =>
    Object.entries(change)
      .filter(([field]) => stored.includes(field) && reader.isRead(record, field))
      .filter(([, value]) => (value as unknown[])[0] !== (value as unknown[])[1])
      .map(([field, value]) => [field, ...(value as unknown[])])
      .toSorted(),
  );
  return [answer(entries.toReversed().filter((entry) => entry.length > 0))];
}
function comments(reader: Reader, { object, id }: Asked<'comments'>): Told[] {
  const refused = reach(reader, object, id, 'comment');
  return refused.length > 0 ? refused : [answer(reader.find(object, id)!.comments)];
}
