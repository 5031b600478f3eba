import {
  FIELDS,
  MAX_SEARCH_FIELDS,
  MAX_SEARCHED_TEXT,
  type FieldDescribe,
} from '../../../contract/index.ts';

/**
 * The fields a search looks in beside the title: stored by id, so that a rename breaks nothing;
 * null while the builder chose none, so that fields added later are found by as well.
 */

/** Names of fields that identify a record, as people call them. */
const IDENTIFIES = /编号|编码|代码|号码|单号|工号|型号|序列号|条码|名称|简称|姓名|^(名|号)$/;

type Searched = Pick<FieldDescribe, 'type' | 'label' | 'maxLength'>;

/** Why a search cannot look in a field; undefined when it can. */
export function searchRefusal(field: Searched): string | undefined {
  if (!FIELDS[field.type].searched) return '只能在文本、邮箱、电话、网址、条码和自动编号字段里搜索';
  return (field.maxLength ?? 0) > MAX_SEARCHED_TEXT
    ? `只能在最多 ${MAX_SEARCHED_TEXT} 字的文本里搜索，请先减小它的最多字数`
    : undefined;
}

const isByDefault = (field: Searched): boolean => {
  const { searched } = FIELDS[field.type];
  return (
    searchRefusal(field) === undefined &&
    (searched === 'always' || (searched === 'named' && IDENTIFIES.test(field.label)))
  );
};

/** apiNames of the fields searched beside the title, in the describe's order or the builder's. */
export function searchFieldsOf(
  stored: readonly string[] | null,
  fields: readonly FieldDescribe[],
  titleId: string | null,
): string[] {
  const others = fields.filter(({ id }) => id !== titleId);
  const chosen = stored
    ? stored.flatMap((id) => others.find((field) => field.id === id) ?? [])
    : others.filter(isByDefault);
  return chosen
    .filter((field) => searchRefusal(field) === undefined)
    .slice(0, MAX_SEARCH_FIELDS)
    .map(({ apiName }) => apiName);
}
