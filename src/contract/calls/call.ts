import type { Static, TSchema } from 'typebox';
import type { BodySize } from './body-size.ts';
import type { Access } from '../company/access.ts';

/** Format of the response: the envelope {code, data, msg}, or raw bytes (a file, a script). */
type Answer = 'envelope' | 'raw';
/** Format of the body; `list` is JSON as well: only the input's `ids`. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'list';
/**
 * What a call does in the session of a company page's viewer (docs/decisions/0016):
 * `reads`: changes nothing, or nothing but a cache.
 * `acts`: changes what the page's author could change as well in their own name.
 * `own`: decides, or sets up, in the viewer's own name: no company's page makes it.
 * `rights`: goes as far as all rights of its caller: only an administrator puts it into a page.
 */
type InPages = 'reads' | 'acts' | 'own' | 'rights';
/** The member of a `list` call's input that is its body. */
export const LIST_MEMBER = 'ids';

/**
 * One call over the wire. The server's route, the client's typed function and the OpenAPI document
 * come from this and nothing else. `params` are the {names} of the path; a caller gives params,
 * query and body merged in one input object.
 */
export interface Call<
  Id extends string = string,
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  D extends TSchema = TSchema,
> {
  readonly id: Id;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly access: Access;
  /**
   * A call every builder may make has to state it (a GET reads); one that does not is closed to
   * companies' pages.
   */
  readonly inPages?: InPages;
  readonly summary: string;
  readonly answer: Answer;
  readonly bodyKind: BodyKind;
  /**
   * Limit of its JSON body (BODY_SIZES); a larger one is refused with TOO_LARGE before it is read.
   */
  readonly bodySize: BodySize;
  /** Levels its JSON body may nest, where that is more than other bodies need. */
  readonly nesting?: number;
  /**
   * A call that changes something of the company's administration: logged in the operation log by
   * its summary.
   */
  readonly operation?: true;
  /**
   * Members of the input of a logged call in which people write values of records or about them:
   * the log keeps names of fields and counts of them, since its readers may not see the records.
   */
  readonly recordValues?: readonly string[];
  /**
   * A costly call open to anyone (a password is hashed): callers wait in the admission queue, and
   * may have to retry later (QUEUED).
   */
  readonly line?: true;
  /**
   * Its large reads may be answered by a streaming replica (DATABASE_REPLICA_URL) that has
   * everything the primary had when they began.
   */
  readonly fromReplica?: true;
  /** Its raw answer is a file as it was uploaded, byte for byte: never compressed. */
  readonly uploaded?: true;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly data: D;
}

type Part<S> = S extends TSchema ? (unknown extends Static<S> ? unknown : Static<S>) : unknown;
/** The caller's input: path parameters, query and body in one object. */
export type CallInput<C> =
  C extends Call<string, infer P, infer Q, infer B, TSchema> ? Part<P> & Part<Q> & Part<B> : never;
export type CallData<C> =
  C extends Call<string, TSchema, TSchema, TSchema, infer D> ? Static<D> : never;

type Given<
  Id extends string,
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  D extends TSchema,
> = Omit<Call<Id, P, Q, B, D>, 'answer' | 'bodyKind' | 'bodySize'> & {
  answer?: Answer;
  bodyKind?: BodyKind;
  bodySize?: BodySize;
};

/** Defines a call; the response is the envelope and the body small JSON by default. */
export function defineCall<
  const Id extends string,
  D extends TSchema,
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
>(call: Given<Id, P, Q, B, D>): Call<Id, P, Q, B, D> {
  return {
    answer: 'envelope',
    bodyKind: 'json',
    bodySize: 'call',
    ...(call.method === 'GET' && { inPages: 'reads' as const }),
    ...call,
  };
}
/** Defines a call that only reads, whatever its method is. */
export const defineReading: typeof defineCall = (call) => defineCall({ inPages: 'reads', ...call });
