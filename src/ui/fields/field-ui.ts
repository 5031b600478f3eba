import type { ComponentType, ReactNode } from 'react';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import type { FieldFormat, LabelSource } from '../../values/index.ts';
import type { InputProps } from './input-props.ts';

/** What a cell's value is drawn with. Without `ports` a picture is named, not shown. */
export interface CellContext {
  labels: LabelSource;
  ports?: Pick<EnginePorts, 'bytes'> | undefined;
}
export type DrawCell = (value: unknown, field: FieldFormat, world: CellContext) => ReactNode;
type DrawView = (value: unknown, field: FieldFormat) => ReactNode;
/** Drawings of one line of a table that types share; src/ui/display/cells.tsx has them. */
export type SharedCell =
  | 'tags'
  | 'people'
  | 'departments'
  | 'stars'
  | 'pictures'
  | 'paper'
  | 'fileCount'
  | 'yesOrNo';
/** Drawings with room around them that types share; src/ui/display/ValueView.tsx has them. */
export type SharedView =
  | 'long'
  | 'yesOrNo'
  | 'tags'
  | 'people'
  | 'names'
  | 'records'
  | 'address'
  | 'files'
  | 'pictures'
  | 'paper'
  | 'rows'
  | 'prose'
  | 'stars'
  | 'place'
  | 'code';

/** How one field type is filled in and drawn. What is left out is plain text. */
export interface FieldUi {
  /** Its input, in a chunk of its own; left out where src/ui/inputs/inputs.ts has it at once. */
  readonly load?: () => Promise<ComponentType<InputProps>>;
  /** Height of the input's place until its chunk is there. */
  readonly height?: number;
  /** Width of a column: of a list, and of a sub-table where that differs from most. */
  readonly width?: number;
  readonly rowWidth?: number;
  readonly cell?: SharedCell | DrawCell;
  readonly view?: SharedView | DrawView;
}
