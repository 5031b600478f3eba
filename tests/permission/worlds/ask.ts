import {
  SHARE_LEVELS,
  type FilterLeaf,
  type FilterNode,
  type RecordValues,
} from '../../../src/contract/index.ts';
import { type Chance, subjectOf, valuesOf } from './generate.ts';
import type { Field, Person, World } from './model.ts';
import { objectNamed, OBJECTS } from './objects.ts';
import type { Deed, ListQuestion, Question } from './questions.ts';
import { Rights } from './rights.ts';

/** Questions of one person about one world, at random. */
const NUMBERS = ['integer', 'formula', 'rollup'];
/** A formula that is no number. */
const TEXTS = ['named'];
const isNumber = ({ type, name }: Field): boolean =>
  NUMBERS.includes(type) && !TEXTS.includes(name);

export class Asker {
  constructor(
    private readonly chance: Chance,
    private readonly world: World,
    private readonly person: Person,
  ) {}

  private object = () => this.chance.pick(OBJECTS).name;
  private ids = (object: string): string[] =>
    this.world.records.filter((record) => record.object === object).map(({ id }) => id);
  private id = (object: string): string => this.chance.pick(this.ids(object));
  private fields = (object: string, wanted: (field: Field) => boolean): Field[] =>
    objectNamed(object).fields.filter(wanted);
  private oneOf = (object: string, wanted: (field: Field) => boolean): string =>
    this.chance.pick(this.fields(object, wanted)).name;
  /** A value that some record has in the field. */
  private stored(object: string, field: string): unknown {
    const values = this.world.records
      .filter((record) => record.object === object)
      .map((record) => record.values[field] ?? null)
      .filter((value) => value !== null);
    return values.length > 0 ? this.chance.pick(values) : undefined;
  }

  private leaf(object: string): FilterLeaf {
    const { chance } = this;
    if (chance.in100(12)) return { field: 'owner', op: 'me' };
    const field = chance.pick(
      this.fields(object, ({ type }) => type !== 'subTable' && type !== 'lookups'),
    );
    const { name } = field;
    if (chance.in100(25)) return { field: name, op: chance.pick(['empty', 'nempty']) };
    if (isNumber(field)) return this.numberLeaf(object, name);
    const value = this.stored(object, name) ?? this.stored('wcustomer', 'name');
    if (field.type === 'text' || field.type === 'formula')
      return chance.in100(40)
        ? { field: name, op: 'contains', value: String(value).slice(0, 2) }
        : { field: name, op: chance.pick(['eq', 'ne']), value };
    return chance.in100(50)
      ? { field: name, op: chance.pick(['eq', 'ne']), value: value ?? 'x' }
      : { field: name, op: chance.pick(['in', 'nin']), value: [value ?? 'x'] };
  }
  private numberLeaf(object: string, field: string): FilterLeaf {
    const { chance } = this;
    if (chance.in100(20))
      return {
        field,
        op: chance.pick(['gt', 'ne']),
        value: this.oneOf(object, ({ type }) => type === 'integer'),
        valueType: 'field',
      };
    return { field, op: chance.pick(['eq', 'ne', 'gt', 'lte']), value: chance.below(21) };
  }
  private filter(object: string): FilterNode {
    const { chance } = this;
    if (chance.in100(60)) return this.leaf(object);
    return { op: chance.pick(['and', 'or']), items: [this.leaf(object), this.leaf(object)] };
  }
  private sort(object: string): NonNullable<ListQuestion['sort']> {
    const sortable = this.fields(
      object,
      ({ type }) => !['lookup', 'lookups', 'subTable'].includes(type),
    );
    return [{ field: this.chance.pick(sortable).name, dir: this.chance.pick(['asc', 'desc']) }];
  }
  private grouped(object: string): Pick<ListQuestion, 'groupBy' | 'summary'> {
    const { chance } = this;
    const groupable = this.fields(object, ({ type }) => !['lookups', 'subTable'].includes(type));
    const names = [...new Set([chance.pick(groupable).name, chance.pick(groupable).name])];
    const groupBy = chance.in100(12) ? ['owner'] : names.slice(0, chance.in100(60) ? 1 : 2);
    const field = this.oneOf(object, isNumber);
    return {
      groupBy,
      summary: [
        { field, fn: chance.pick(['sum', 'min', 'max']) },
        { field, fn: chance.pick(['filled', 'empty']) },
      ],
    };
  }
  private list(): ListQuestion {
    const { chance } = this;
    const object = this.object();
    const all = objectNamed(object).fields.map(({ name }) => name);
    const conditions = objectNamed(object).conditions;
    return {
      object,
      size: chance.in100(60) ? 50 : 3,
      ...(chance.in100(20) && { current: 2 }),
      ...(chance.in100(45) && { filter: this.filter(object) }),
      ...(chance.in100(15) && { where: chance.pick(conditions) }),
      ...(chance.in100(15) && { search: `k${String.fromCharCode(97 + chance.below(26))}` }),
      ...(chance.in100(50) && { sort: this.sort(object) }),
      ...(chance.in100(30) && { fields: chance.some(all, 25) }),
      ...(chance.in100(30) && this.grouped(object)),
    };
  }

  private edge(): { object: string; field: string; target: string } {
    const object = this.chance.pick(['worder', 'wvisit']);
    const { name, target } = this.chance.pick(
      this.fields(object, (field) => field.target !== undefined),
    );
    return { object, field: name, target: target! };
  }
  /** One question, of those that change nothing. */
  question(): Question {
    const { chance } = this;
    const object = this.object();
    const lists = this.list();
    switch (chance.below(21)) {
      case 0:
      case 1:
        return { ask: 'pages', object, size: 3, sort: this.sort(object) };
      case 2:
        return { ask: 'opened', object, size: 0, groupBy: this.grouped(object).groupBy! };
      case 3:
      case 4:
      case 5:
        return { ask: 'detail', object, id: this.id(object) };
      case 6:
        return {
          ask: 'distinct',
          object,
          field: this.oneOf(object, ({ type }) => !['lookups', 'subTable'].includes(type)),
        };
      case 7: {
        const { target, ...edge } = this.edge();
        return { ask: 'related', ...edge, id: this.id(target) };
      }
      case 8:
        return { ask: 'counts', object, id: this.id(object) };
      case 9: {
        const { target: _, ...edge } = this.edge();
        return { ask: 'candidates', ...edge };
      }
      case 10:
        return { ask: 'search', text: `k${String.fromCharCode(97 + chance.below(26))}` };
      case 11:
        return chance.in100(30) ? { ask: 'describes' } : { ask: 'describe', object };
      case 12:
        return { ask: 'log', object, id: this.id(object) };
      case 20:
        return { ask: 'mine' };
      case 13:
        return { ask: 'comments', object, id: this.id(object) };
      default:
        return { ask: 'list', ...lists };
    }
  }

  private change(object: string): RecordValues {
    const { chance } = this;
    const stored = this.fields(object, ({ compute, type }) => !compute && type !== 'subTable');
    const field = chance.pick(stored).name;
    // What is there already is no change, also for who may not write it.
    const isText = stored.some(({ name, type }) => name === field && type === 'text');
    if (isText && chance.in100(15)) return { [field]: 'k***' };
    const value = chance.in100(20) ? this.stored(object, field) : undefined;
    return { [field]: value ?? this.fresh(object)[field] };
  }
  private fresh = (object: string): RecordValues =>
    valuesOf(this.chance, objectNamed(object), (target) => this.ids(target));
  private given(object: string): RecordValues {
    const { chance } = this;
    const fresh = Object.entries(this.fresh(object));
    const title = objectNamed(object).title;
    const kept = fresh.filter(([name]) => name === title || chance.in100(35));
    const owner = chance.in100(40) ? { owner: chance.pick(this.world.people).id } : {};
    return { ...Object.fromEntries(kept), ...owner };
  }
  /** Often what is shared with the person themselves. */
  private passedOn(
    object: string,
    ids: readonly string[],
  ): { object: string; ids: readonly string[] } {
    const { chance, person, world } = this;
    const own = new Rights(world)
      .sharesWith(person)
      .filter(
        ({ level, record }) => level === 'all' && world.records.some(({ id }) => id === record),
      );
    const share = own.length > 0 && chance.in100(60) ? chance.pick(own) : undefined;
    return share ? { object: share.object, ids: [share.record] } : { object, ids };
  }
  /** One deed, allowed or not. */
  deed(): Deed {
    const { chance } = this;
    const object = this.object();
    const ids = [...new Set([this.id(object), this.id(object)])].slice(0, chance.in100(60) ? 1 : 2);
    switch (chance.below(14)) {
      case 11:
      case 12:
      case 13:
        return {
          ask: 'share',
          ...this.passedOn(object, ids),
          members: subjectOf(chance, this.world),
          level: chance.pick(SHARE_LEVELS),
          ends: chance.in100(40),
        };
      case 8:
        return { ask: 'transfer', object, ids, owner: chance.pick(this.world.people).id };
      case 9: {
        const [[field, value] = ['', null]] = Object.entries(this.change(object));
        return { ask: 'set', object, ids, field, value };
      }
      case 0:
        return { ask: 'comment', object, id: this.id(object) };
      case 1:
      case 2:
        return { ask: 'create', object, values: this.given(object) };
      case 3:
        return { ask: 'delete', object, ids };
      default: {
        const changes = ids.map((id) => ({ id, values: this.change(object) }));
        return { ask: 'edit', object, changes };
      }
    }
  }
}
