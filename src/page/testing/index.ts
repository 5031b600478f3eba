/** Documents that tests of other rooms start from. */
export * from './samples.ts';
