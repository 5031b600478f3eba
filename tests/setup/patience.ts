/**
 * What a test waits for may take its time: a busy machine is no failure. Only where there is a
 * document to look at.
 */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: 20_000 });
}
export {};
