import {
  ERRORS,
  errorText,
  type ErrorData,
  type ErrorParams,
  type ErrorReason,
  type Problem,
} from '../../contract/index.ts';

interface Extra {
  errors?: Problem[];
  current?: unknown;
  cause?: unknown;
}

/**
 * A refusal from the catalogue. It travels as the envelope {code, data: {reason, params, errors,
 * current?}, msg}; `errors` names every place that was wrong, `current` is the current row (stale
 * version).
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly reason: ErrorReason;
  readonly params: ErrorParams;
  readonly errors: Problem[];
  readonly current: unknown;

  constructor(reason: ErrorReason, params: ErrorParams = {}, extra: Extra = {}) {
    super(
      errorText(reason, params),
      extra.cause === undefined ? undefined : { cause: extra.cause },
    );
    this.reason = reason;
    this.params = params;
    this.errors = extra.errors ?? [];
    this.current = extra.current;
  }

  get code(): number {
    return ERRORS[this.reason].code;
  }

  /** What the envelope carries in `data`. */
  get data(): ErrorData {
    return {
      reason: this.reason,
      params: this.params,
      errors: this.errors,
      ...(this.current !== undefined && { current: this.current }),
    };
  }
}

/** Refuses one place: the envelope's reason and sentence are those of the first problem. */
export function problemsError(errors: Problem[], extra: Omit<Extra, 'errors'> = {}): AppError {
  const first = errors[0];
  if (!first) throw new RangeError('problemsError needs at least one problem');
  return new AppError(first.reason, first.params ?? {}, { ...extra, errors });
}
