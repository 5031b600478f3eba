import { anySchemaRefusals, checkDraft7, uiSchemaRefusals } from '../../page/index.ts';

/** Why a form cannot be drawn of these: one sentence each, with its place; schemas may come from data. */
export function schemaFormRefusals(schema: unknown, uiSchema: unknown): string[] {
  return [
    ...anySchemaRefusals(schema, { path: 'schema' }),
    ...uiSchemaRefusals(uiSchema, { path: 'uiSchema' }),
  ].map(({ place, why }) => `${place.path}：${why}`);
}
/** How much is wrong with a value. */
export const faultCount = (value: unknown, schema: unknown): number =>
  checkDraft7(value, schema).length;
