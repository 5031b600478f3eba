import { Extension, type Extensions } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { isRichLink } from '../../../values/index.ts';

/**
 * What a text may hold: the same as src/values/texts/rich-text.ts allows. What is pasted is read by this
 * schema, so a script, a handler or a javascript: address has nothing to become.
 */
export const extensions = (toToolbar: () => void, toLink: () => void): Extensions => [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      autolink: true,
      linkOnPaste: true,
      isAllowedUri: (url) => isRichLink(url),
      shouldAutoLink: (url) => isRichLink(url),
      HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer' },
    },
    // Would put an empty paragraph behind a list that was only read, and the record would count as
    // changed.
    trailingNode: false,
    // Its colour is a style attribute's business; the caret between blocks is enough.
    dropcursor: false,
  }),
  Extension.create({
    name: 'huoziKeys',
    addKeyboardShortcuts: () => ({
      'Alt-F10': () => {
        toToolbar();
        return true;
      },
      'Mod-k': () => {
        toLink();
        return true;
      },
    }),
  }),
];
