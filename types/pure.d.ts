/**
 * The few globals that browsers and Node have in common and pure rooms use; all else of either world
 * is unknown to them (tsconfig.pure.json).
 */
interface AbortSignal {
  readonly aborted: boolean;
}
declare function structuredClone<T>(value: T): T;
declare const URL: { canParse(url: string): boolean };
declare class URLSearchParams {
  constructor(init: Record<string, string>);
  toString(): string;
}
