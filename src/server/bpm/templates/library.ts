import type { DataOf } from '../../../contract/index.ts';
import type { FlowDocument } from '../../../flow/index.ts';
import { LIBRARY, type LibraryTemplate } from '../../../flow/library/index.ts';
import { AppError } from '../../kernel/index.ts';
import { readNested } from './document.ts';

/** The templates of the product that a new one can begin with. */
export const libraryRows = (): DataOf<'bpm.template.library'> =>
  LIBRARY.map(({ key, name, category, description }) => ({ key, name, category, description }));

function libraryTemplate(key: string): LibraryTemplate {
  const found = LIBRARY.find((template) => template.key === key);
  if (!found) throw new AppError('FLOW_TEMPLATE_UNKNOWN');
  return found;
}

/**
 * A template of the library as a document. Fields it names that the object lacks are problems of the
 * draft, which its builder sees and corrects.
 */
export function libraryDocument(key: string): { document: FlowDocument; category: string } {
  const { nodes, settings, category } = libraryTemplate(key);
  return { document: readNested(nodes, settings), category };
}
