import type { NodeModel, PageModel, ValueModel } from '../../page/index.ts';
import type { FormModelImpl } from '../models/form.ts';
import type { ListModelImpl } from '../models/list.ts';
import type { Cell } from '../models/types.ts';
import type { EnginePorts } from '../ports/ports.ts';
import type { RequestClient } from '../sources/request-client.ts';
import type { LoadedSource } from '../sources/source.ts';
import type { Locals } from './locals.ts';
import type { MachineModel } from './machine.ts';

/** The model behind a declaration of the page. */
export type Declared = LoadedSource<unknown> | ListModelImpl | FormModelImpl | MachineModel;

/** What the parts of a scope need of the whole. */
export interface ScopeParts {
  readonly page: PageModel;
  readonly ports: EnginePorts;
  readonly requests: RequestClient;
  readonly declared: ReadonlyMap<string, Declared>;
  readonly forms: ReadonlyMap<string, FormModelImpl>;
  readonly cells: ReadonlyMap<string, Cell>;
  /** What it keeps in an address is in the address of the window. */
  readonly inAddress: boolean;
  node(id: string): NodeModel | undefined;
  /** A path on an expression's terms; undefined when it leads nowhere. Tracked. */
  read(path: readonly string[], locals: Locals | null): unknown;
  /** The value of a compiled value where these locals are known. Reads are tracked. */
  valueOf(model: ValueModel | undefined, locals: Locals | null): unknown;
  /** A flag: only true is true; `missing` when there is none. */
  flagOf(model: ValueModel | undefined, locals: Locals | null, missing: boolean): boolean;
}
