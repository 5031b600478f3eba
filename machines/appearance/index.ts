export { provideAppearance, type AppearanceMachine } from './machine.ts';
export { isColorScheme, type ColorScheme } from './schemes.ts';
