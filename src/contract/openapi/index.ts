export { openApi, type OpenApiOptions } from './document.ts';
