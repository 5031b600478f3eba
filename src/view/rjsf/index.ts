/** rjsf's Form in our look, with our checker; loaded by lazy views only. */
export { arcoTheme } from './rjsf.tsx';
export { faultCount, schemaFormRefusals } from './refusals.ts';
export { checkerValidator } from './validator.ts';
