/** A refusal no later try will change. */
export class HopelessError extends Error {
  override readonly name = 'HopelessError';
}
