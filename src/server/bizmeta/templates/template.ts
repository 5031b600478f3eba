import type {
  DescribeInput,
  FieldInput,
  RecordValues,
  SelectOption,
  ViewInput,
} from '../../../contract/index.ts';

/** An application to start from: objects, their views and menu, and a few records to look at. */

/** What a sample record is made for: who uses the template, on which day. */
export interface SampleWorld {
  /** Who creates the application: the person in every field of people. */
  readonly me: string;
  /** The day so many days from today, YYYY-MM-DD. */
  day(offset: number): string;
  /** That day at an hour, as date-times are sent. */
  at(offset: number, hour: number): string;
  /** The id of an object's n-th sample record, counted from 0; it was made before. */
  id(object: string, n: number): string;
}
/** The values of one record; a function is called when its turn has come. */
type Sample = (world: SampleWorld) => RecordValues;

interface TemplateObject {
  readonly describe: DescribeInput & { readonly apiName: string };
  readonly views?: readonly ViewInput[];
  readonly samples: readonly Sample[];
}
export interface Template {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly style: { readonly icon: string; readonly color: string };
  /** In an order in which what is referred to comes first. */
  readonly objects: readonly TemplateObject[];
  /** Groups of the menu with their objects; the others stand before them. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
}

export const field = (
  apiName: string,
  label: string,
  type: FieldInput['type'],
  more: Partial<FieldInput> = {},
): FieldInput => ({ apiName, label, type, ...more });
export const must = { required: true };
export const money: Partial<FieldInput> = { precision: 15, scale: 2, min: 0 };

/** Options from `code label color`, one a line of the list; the first is the default if asked. */
export const choices = (...lines: readonly string[]): { options: SelectOption[] } => ({
  options: lines.map((line) => {
    const [code = '', label = '', color] = line.split(' ');
    return { code, label, ...(color && { color }) };
  }),
});
/** Options of which one is always chosen; a new record begins with the first. */
export const state = (...lines: readonly string[]): Partial<FieldInput> => ({
  ...choices(...lines),
  ...must,
  defaultValue: (lines[0] ?? '').split(' ')[0],
});
/** Numbers of papers: letters, the month and four digits that restart with it. */
export const paperNumber = (label: string, letters: string): FieldInput =>
  field('no', label, 'autoNumber', {
    numberRule: {
      segments: [
        { kind: 'const', text: letters },
        { kind: 'date', format: 'YYYYMM' },
        { kind: 'seq', length: 4 },
      ],
      reset: 'month',
    },
  });
