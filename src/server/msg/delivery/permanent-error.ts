/** A refusal no later try will change. */
export class PermanentDeliveryError extends Error {
  override readonly name = 'HopelessError';
}
