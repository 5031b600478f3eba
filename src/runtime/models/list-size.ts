import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../contract/index.ts';
import type { EnginePorts } from '../ports/ports.ts';

const SIZE_KEY = 'list.size';

/** The page size a person chose last, if lists still offer it. */
export function rememberedSize(ports: EnginePorts): number {
  const size = ports.remembered.get(SIZE_KEY);
  return PAGE_SIZES.find((offered) => offered === size) ?? DEFAULT_PAGE_SIZE;
}
export const rememberSize = (ports: EnginePorts, size: number): void =>
  ports.remembered.set(SIZE_KEY, size);
