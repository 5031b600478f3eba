import type { CallId, DataOf, InputOf, Labels } from '../../../src/contract/index.ts';
import type { Answer, Auth, TestServer } from '../../../src/server/testing.ts';
import { OBJECTS } from './objects.ts';
import {
  answer,
  refusal,
  type Deed,
  type ListQuestion,
  type Question,
  type Told,
} from './questions.ts';

/** Asks the server what the reference is asked, and says the answer the same way. */

/**
 * When shares for a time end: each before the one made last, and all before those from before the
 * deeds.
 */
const HALF_DAY = 43_200_000;
let end = Date.now() + HALF_DAY;
const nextEnd = (): string => new Date((end -= 1_000)).toISOString();
/** Kinds of fields whose changes are compared. */
const COMPARED = ['text', 'integer', 'singleSelect', 'lookup'];
/** Pages a walk takes at most: a world has few records. */
const MOST_PAGES = 30;
const names = OBJECTS.map(({ name }) => name);

/** What records are called; people and departments everybody may know. */
const recordLabels = (labels: Labels): Labels =>
  Object.fromEntries(
    Object.entries(labels).filter(
      ([kind, of]) => names.includes(kind) && Object.keys(of).length > 0,
    ),
  );

/** The texts of all answers, to look for what must not be in them. */
export type Hear = (text: string) => void;

export class Player {
  constructor(
    private readonly server: TestServer,
    private readonly as: Auth,
    private readonly hear: Hear,
  ) {}

  private async call<I extends CallId>(id: I, input: InputOf<I>): Promise<Answer<DataOf<I>>> {
    const told = await this.server.call(id, input, this.as);
    this.hear(JSON.stringify(told));
    return told;
  }
  /** The answer of a call, its data read by `how`. */
  private async told<I extends CallId>(
    id: I,
    input: InputOf<I>,
    how: (data: DataOf<I>) => unknown,
  ): Promise<Told> {
    const { status, data, error } = await this.call(id, input);
    if (status === 200) return answer(how(data));
    const places = (error.errors ?? []).map(({ path, reason }) => `${path} ${reason}`);
    return refusal(status, ...(places.length > 0 ? places : [error.reason]));
  }

  private listInput({ where, fields, groupBy, ...asked }: ListQuestion) {
    return {
      ...asked,
      ...(fields && { fields: [...fields] }),
      ...(groupBy && { groupBy: [...groupBy] }),
      ...(where && {
        where: {
          expression: where.text,
          values: [{ name: 'user.id', value: this.as.userid, type: 'text' as const }],
        },
      }),
    };
  }
  private list(question: ListQuestion): Promise<Told> {
    return this.told(
      'bizmeta.record.list',
      this.listInput(question),
      ({ records, total, labels, groups, summary }) => ({
        records,
        total,
        labels: recordLabels(labels),
        ...(groups && { groups }),
        ...(summary && { summary }),
      }),
    );
  }
  /** Ids of all pages; the total of each is that of the list. */
  private async pages(question: ListQuestion): Promise<Told> {
    const ids: unknown[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      let [total, next]: [number, string | null] = [-1, null];
      const told = await this.told(
        'bizmeta.record.list',
        { ...this.listInput(question), ...(cursor !== null && { cursor }) },
        (data) => {
          [total, next] = [data.total, data.cursor];
          ids.push(...data.records.map(({ id }) => id));
        },
      );
      if (told.status !== 200) return told;
      cursor = next;
      if (cursor === null) return total === ids.length ? answer(ids) : answer({ ids, total });
    }
    return answer('no end');
  }
  /** Counts of the groups as they are found when each is opened. */
  private async opened(asked: ListQuestion & { ask: string }): Promise<Told> {
    const { ask: _, ...question } = asked;
    const groups = await this.list(question);
    if (groups.status !== 200) return groups;
    const counts: unknown[] = [];
    for (const { values } of (groups.data as DataOf<'bizmeta.record.list'>).groups ?? []) {
      const input = { ...this.listInput(question), within: values, size: 1 };
      const told = await this.told('bizmeta.record.list', input, ({ total }) => total);
      counts.push([values, told.data ?? told]);
    }
    return answer(counts);
  }

  async ask(question: Question): Promise<Told> {
    switch (question.ask) {
      case 'list': {
        const { ask: _, ...asked } = question;
        return this.list(asked);
      }
      case 'pages': {
        const { ask: _, ...asked } = question;
        return this.pages(asked);
      }
      case 'opened':
        return this.opened(question);
      case 'detail': {
        const { object, id } = question;
        return this.told('bizmeta.record.detail', { object, id }, ({ record, labels }) => ({
          record,
          labels: recordLabels(labels),
        }));
      }
      case 'distinct': {
        const { object, field } = question;
        return this.told('bizmeta.record.distinctList', { object, field }, ({ values }) => values);
      }
      case 'mine':
        return this.told('bizmeta.share.mine', { size: 100 }, ({ records }) =>
          records.map(({ recordId, title, gone }) => [recordId, title, gone]).toSorted(),
        );
      case 'search':
        return this.told('bizmeta.search', { text: question.text }, ({ groups }) =>
          groups.map(({ object, records, more }) => ({
            object,
            records: records.map(({ id, title, field }) => [id, title, field]),
            more,
          })),
        );
      case 'describe':
        return this.told('bizmeta.describe.detail', { apiName: question.object }, ({ fields }) =>
          fields.map(({ apiName }) => apiName).toSorted(),
        );
      case 'describes':
        return this.told('bizmeta.describe.list', {}, (list) =>
          names.filter((name) => list.some(({ apiName }) => apiName === name)),
        );
      case 'related':
      case 'counts':
      case 'candidates':
        return this.through(question);
      case 'log':
      case 'comments':
        return this.activity(question);
      default:
        return this.do(question);
    }
  }
  private through(
    question: Extract<Question, { ask: 'related' | 'counts' | 'candidates' }>,
  ): Promise<Told> {
    const { object } = question;
    switch (question.ask) {
      case 'related': {
        const { field, id: recordId } = question;
        return this.told(
          'bizmeta.record.relatedList',
          { object, field, recordId, size: 50 },
          ({ records, total }) =>
            total === records.length ? records.map(({ id }) => id).toSorted() : { records, total },
        );
      }
      case 'counts':
        return this.told('bizmeta.record.refList', { object, id: question.id }, (list) =>
          Object.fromEntries(list.map(({ key, count }) => [key, count])),
        );
      case 'candidates':
        return this.told(
          'bizmeta.record.linkList',
          { object, field: question.field, size: 50 },
          ({ records, titleField }) =>
            records
              .map((record) => [record['id'], titleField === 'id' ? null : record[titleField]])
              .toSorted(),
        );
    }
  }
  private activity(question: Extract<Question, { ask: 'log' | 'comments' }>): Promise<Told> {
    const { object, id: recordId } = question;
    if (question.ask === 'comments')
      return this.told('bizmeta.comments.list', { object, recordId }, ({ total }) => total);
    return this.told('bizmeta.dataChangeLog.list', { object, recordId }, ({ records }) =>
      records
        .map(({ diff }) =>
          diff
            .filter(({ field, type }) => !field.startsWith('owner') && COMPARED.includes(type))
            .map((each) => [each.field, each.old ?? null, each.new ?? null])
            .toSorted(),
        )
        .filter((entry) => entry.length > 0),
    );
  }

  /** The id of the record the last deed made. */
  made = '';
  private async do(deed: Deed): Promise<Told> {
    const { object } = deed;
    const done = () => 'done';
    switch (deed.ask) {
      case 'create':
        return this.told(
          'bizmeta.record.bulkCreate',
          { object, records: [deed.values] },
          ({ ids }) => {
            this.made = ids[0]!;
            return 'done';
          },
        );
      case 'edit':
        return this.edit(deed);
      case 'set': {
        const { ids, field, value } = deed;
        const input = { object, ids: [...ids], changes: [{ field, value }] };
        const told = await this.told('bizmeta.record.bulkSet', input, done);
        const reasons = told.refused?.map((place) => place.split(' ').at(-1)!);
        return reasons ? refusal(told.status, ...reasons) : told;
      }
      case 'transfer': {
        const { ids, owner } = deed;
        return this.told('bizmeta.record.transfer', { object, ids: [...ids], owner }, done);
      }
      case 'share': {
        const { ids, members: subjects, level, ends } = deed;
        const expiresAt = ends ? nextEnd() : null;
        return this.told(
          'bizmeta.share.save',
          { objectApiName: object, recordIds: [...ids], subjects, level, expiresAt },
          done,
        );
      }
      case 'delete':
        return this.told('bizmeta.record.bulkDelete', { object, ids: [...deed.ids] }, done);
      case 'comment':
        return this.told(
          'bizmeta.comments.create',
          { object, recordId: deed.id, content: 'heard' },
          done,
        );
    }
  }
  /** Versions of the records before the deed. */
  versions: ReadonlyMap<string, number> = new Map();
  private edit({ object, changes }: Extract<Deed, { ask: 'edit' }>): Promise<Told> {
    const records = changes.map(({ id, values }) => ({
      ...values,
      id,
      version: this.versions.get(id) ?? 1,
    }));
    return this.told('bizmeta.record.bulkEdit', { object, records }, () => 'done');
  }
}
