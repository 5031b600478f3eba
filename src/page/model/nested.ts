import {
  flatten as flattenDocument,
  nest as nestDocument,
  treeProblems as treeProblemsOf,
  type DocumentProblem,
} from '../../document/index.ts';
import type { NestedDocument, PageDocument } from './document.ts';
import { PAGE_KIND } from './kind.ts';

/** The flat form of a nested page. */
export const flatten = (nested: NestedDocument): PageDocument =>
  flattenDocument<PageDocument>(nested, PAGE_KIND);
/** The nested form of a page, for reading and for files. */
export const nest = (page: PageDocument): NestedDocument => nestDocument(page, PAGE_KIND);
/** What keeps a page's nodes from being one tree. */
export const treeProblems = (page: object): DocumentProblem[] => treeProblemsOf(page, PAGE_KIND);
