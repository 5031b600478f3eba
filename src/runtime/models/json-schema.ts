export type { RJSFSchema as JSONSchema7 } from '@rjsf/utils';
