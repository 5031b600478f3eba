import type { EventOp, ObjectDescribe, RecordValues } from '../../../contract/index.ts';

/** What was changed of the record with an operation. */
export interface Difference {
  readonly field: string;
  readonly label: string;
  readonly old: unknown;
  readonly new: unknown;
}

/** What is stored of an operation beside the events that follow from it. */
export interface Deed {
  readonly op: EventOp;
  /** Null for what time or another instance does. */
  readonly actor: string | null;
  readonly onBehalfOf?: string | null;
  readonly item?: number | null;
  readonly nodeId?: string | null;
  readonly target?: string | null;
  readonly userIds?: readonly string[];
  readonly opinion?: string;
  readonly signature?: string | null;
  readonly files?: readonly string[];
  readonly diff?: readonly Difference[];
  readonly recordVersion?: number | null;
  readonly ip?: string;
  /** Of a copy: the fields of the record its sender is shown. */
  readonly copied?: readonly string[];
}

/** What a record is now that it was not before. */
export const differences = (
  { fields }: Pick<ObjectDescribe, 'fields'>,
  before: RecordValues,
  after: RecordValues,
): Difference[] =>
  fields.flatMap(({ apiName, label }) => {
    const [was, is] = [before[apiName] ?? null, after[apiName] ?? null];
    const isSame = JSON.stringify(was) === JSON.stringify(is);
    return isSame ? [] : [{ field: apiName, label, old: was, new: is }];
  });
