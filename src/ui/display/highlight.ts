import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { createLowlight } from 'lowlight';
import type { ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

/**
 * Colours code as React elements. A chunk of its own: imported only by CodeText, when there is code
 * to colour.
 */
const lowlight = createLowlight({
  bash,
  css,
  java,
  javascript,
  json,
  python,
  sql,
  typescript,
  xml,
  yaml,
});
const ALIASES: Record<string, string> = {
  js: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  html: 'xml',
  sh: 'bash',
  shell: 'bash',
  py: 'python',
  yml: 'yaml',
};
/** Characters beyond which colouring would hold the page up. */
const MAX_COLOURED = 100_000;

/**
 * The code in spans of highlight.js' class names; null for a language that is not known and for too
 * much of it.
 */
export function highlightCode(code: string, language: string): ReactNode | null {
  const name = ALIASES[language] ?? language;
  if (!lowlight.registered(name) || code.length > MAX_COLOURED) return null;
  return toJsxRuntime(lowlight.highlight(name, code), { Fragment, jsx, jsxs }) as ReactNode;
}
