import type { Static, TSchema } from 'typebox';
import type { BodySize } from './body-size.ts';
import type { Access } from './functions.ts';

/**
 * How the answer travels: the envelope {code, data, msg}, or bytes of their own (a file, a script).
 */
export type Answer = 'envelope' | 'raw';
/** How the body travels; `list` is JSON as well: what the input calls `ids`, alone. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'list';
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
  readonly summary: string;
  readonly answer: Answer;
  readonly bodyKind: BodyKind;
  /**
   * How large its JSON body may be (BODY_SIZES); what is larger is refused with TOO_LARGE before it
   * is read.
   */
  readonly bodySize: BodySize;
  /**
   * A call that changes something of the company's administration: written to the operation log by
   * its summary.
   */
  readonly operation?: true;
  /**
   * A costly call anybody may make (a password is hashed): who calls stands in a line, and may be
   * told to come again (QUEUED).
   */
  readonly line?: true;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly data: D;
}

type Part<S> = S extends TSchema ? (unknown extends Static<S> ? unknown : Static<S>) : unknown;
/** What a caller hands over: path parameters, query and body in one object. */
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

/**
 * Makes a call's definition; `answer` is the envelope and the body small JSON unless said
 * otherwise.
 */
export function defineCall<
  const Id extends string,
  D extends TSchema,
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
>(call: Given<Id, P, Q, B, D>): Call<Id, P, Q, B, D> {
  return { answer: 'envelope', bodyKind: 'json', bodySize: 'call', ...call };
}
