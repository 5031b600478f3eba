/** Values for reading, and the cards shown in place of content. */
export { Avatar } from './Avatar.tsx';
export { EmptyState, type DrawingName } from './EmptyState.tsx';
export { CodeText } from './CodeText.tsx';
export { FailureCard } from './FailureCard.tsx';
export { Marked } from './Marked.tsx';
export { Picture } from './Picture.tsx';
export { ImagePreview } from './Pictures.tsx';
export { RichTextView } from './RichTextView.tsx';
export { Tag } from './Tag.tsx';
export { ValueView, type ValueViewProps } from './ValueView.tsx';
export { cellContent } from './cells.tsx';
export type { CellContext } from '../fields/index.ts';
export { readsAsText, valueText } from './value-text.ts';
