import { Type } from 'typebox';
import { closed } from '../base/closed.ts';
import { Id, ObjectRef, oneOf } from '../metadata/meta.ts';
import { defineCall, defineReading } from './call.ts';

/** A list index as a builder sees it; sizes are bytes. `scans`: how often PostgreSQL used it. */
const IndexSeen = Type.Object({
  key: Type.String(),
  title: Type.String(),
  reason: Type.String(),
  state: oneOf(['wanted', 'building', 'ready', 'failed', 'unwanted', 'refused'] as const),
  stateTitle: Type.String(),
  bytes: Type.Integer(),
  size: Type.String(),
  scans: Type.Integer(),
  error: Type.String(),
  canDrop: Type.Boolean(),
});

/** An index that would serve a list, with what its building takes. */
const IndexOffer = Type.Object({
  key: Type.String(),
  title: Type.String(),
  seconds: Type.Integer(),
  bytes: Type.Integer(),
});

/**
 * What a view or a list asks for. `rows`: how many it reads each time, by PostgreSQL's plan, null
 * while not known. `text` says it in a sentence with what an index would take, or why none helps.
 */
const ListSeen = Type.Object({
  from: Type.String(),
  title: Type.String(),
  times: Type.Integer(),
  averageMs: Type.Integer(),
  mostMs: Type.Integer(),
  rows: Type.Union([Type.Integer(), Type.Null()]),
  slow: Type.Boolean(),
  text: Type.String(),
  offer: Type.Union([IndexOffer, Type.Null()]),
});

/**
 * A formula or a roll-up, also of a sub-table's rows. `rows`: how many the value of one record reads
 * beside its own, by PostgreSQL's plan, null where it has none; `text` says of what, and what a whole
 * list reads.
 */
const ComputedSeen = Type.Object({
  label: Type.String(),
  type: Type.String(),
  rows: Type.Union([Type.Integer(), Type.Null()]),
  slow: Type.Boolean(),
  text: Type.String(),
});

const Key = Type.String({ minLength: 3, maxLength: 400 });

/** How an object's lists are served: for builders. */
export const performanceCalls = [
  defineReading({
    id: 'bizmeta.performance.detail',
    method: 'POST',
    path: '/bizmeta/v1/performance/detail',
    access: 'builder',
    summary: '对象的性能：记录数、索引、读得多的视图和列表、计算字段各读多少',
    body: Type.Object({ object: ObjectRef }, closed),
    data: Type.Object({
      rows: Type.Integer(),
      rowsText: Type.String(),
      size: Type.String(),
      indexSize: Type.String(),
      /** Large objects have list indexes; `from` is the number of records this begins at. */
      large: Type.Boolean(),
      from: Type.Integer(),
      most: Type.Integer(),
      indexes: Type.Array(IndexSeen),
      lists: Type.Array(ListSeen),
      computed: Type.Array(ComputedSeen),
      working: Type.Boolean(),
    }),
  }),
  defineCall({
    id: 'bizmeta.performance.build',
    method: 'POST',
    path: '/bizmeta/v1/performance/build',
    access: 'builder',
    inPages: 'acts',
    summary: '建立一个列表索引',
    body: Type.Object({ object: ObjectRef, key: Key }, closed),
    data: Type.Object({ jobId: Id }),
  }),
  defineCall({
    id: 'bizmeta.performance.drop',
    method: 'POST',
    path: '/bizmeta/v1/performance/drop',
    access: 'builder',
    inPages: 'acts',
    summary: '删除一个列表索引',
    body: Type.Object({ object: ObjectRef, key: Key }, closed),
    data: Type.Object({ jobId: Id }),
  }),
];
