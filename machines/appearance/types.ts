import type { ColorScheme } from './schemes.ts';

export interface AppearanceContext {
  scheme: ColorScheme;
}
/** Pages send it: the scheme is checked. */
export interface AppearanceEvent {
  type: 'CHOOSE';
  scheme: string;
}
export interface AppearanceServices {
  /** Draws everything so from now on, and remembers it on this device. */
  apply(scheme: ColorScheme): void;
}
