/** The text of a page document's file. */
export function formatPage(document: unknown): string;
