/** All that browser rooms know of Node: what the build replaces by a text (tsconfig.browser.json). */
declare const process: { readonly env: { readonly NODE_ENV?: string } };
