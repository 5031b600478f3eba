import {
  SYSTEM_FIELDS,
  valueType,
  type FieldDescribe,
  type ObjectDescribe,
  type ViewSetting,
} from '../../contract/index.ts';

type Offered = Pick<FieldDescribe, 'apiName' | 'label' | 'type' | 'resultType'>;

/** Fields a view setting can use, the best first: in the order of the types given. */
export function fieldsFor(
  { types, self }: Extract<ViewSetting, { as: 'field' }>,
  describe: ObjectDescribe | null,
): { value: string; label: string }[] {
  const own: Offered[] =
    describe?.fields.filter(
      (field) =>
        types.includes(valueType(field)) && (!self || field.refObject === describe.apiName),
    ) ?? [];
  const system: Offered[] = self
    ? []
    : SYSTEM_FIELDS.filter(
        ({ type, apiName }) =>
          types.includes(type) &&
          apiName !== 'id' &&
          !describe?.fields.some((field) => field.apiName === apiName),
      );
  return [...own, ...system]
    .toSorted((a, b) => types.indexOf(valueType(a)) - types.indexOf(valueType(b)))
    .map(({ apiName, label }) => ({ value: apiName, label }));
}
