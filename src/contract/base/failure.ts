import { ERRORS, type Problem } from './errors.ts';

/** What can be read of anything that was thrown. */
export interface Failure {
  /** Code of the envelope: 0 when no answer came, undefined when it was no call. */
  readonly code: number | undefined;
  /** Name in the error catalogue. */
  readonly reason: string | undefined;
  /** Sentence for a user, in Chinese. */
  readonly sentence: string;
  readonly problems: readonly Problem[];
  /** The current row, from a version conflict. */
  readonly current: unknown;
  /** The user has already been shown it. */
  readonly shown: boolean;
}

/** Reads a failure whatever its type; nothing it lacks is invented but the general sentence. */
export function asFailure(error: unknown): Failure {
  const given = (typeof error === 'object' && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  const { code, reason, message, problems, current, shown } = given;
  return {
    code: typeof code === 'number' ? code : undefined,
    reason: typeof reason === 'string' ? reason : undefined,
    sentence: (typeof message === 'string' && message) || ERRORS.INTERNAL.msg,
    problems: Array.isArray(problems) ? (problems as Problem[]) : [],
    current,
    shown: shown === true,
  };
}
