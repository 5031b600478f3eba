/** A setting the operator has to correct; the message says which one and what would be right. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
