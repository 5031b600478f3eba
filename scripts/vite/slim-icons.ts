import type { Plugin } from 'vite';

const ICON = /\/@arco-design\/web-react\/icon\/react-icon\/Icon\w+\/index\.js$/;
const HELPER = 'virtual:huozi-icon';
const RESOLVED = `\0${HELPER}`;

/** Attributes of the drawing, and what it is made of. */
const ATTRIBUTES = /_extends\((\{[\s\S]*?\n {2}\}), props\)/.source;
const CONTENT = /([\s\S]*)\);\n\}\n\nvar \w+ = /.source;
const DRAWING = new RegExp(
  `return (?:/\\*#__PURE__\\*/)?React\\.createElement\\("svg", ${ATTRIBUTES}, ${CONTENT}`,
);
const NAME = /"-icon (?:"\)\.concat\(prefixCls, ")?-icon-([\w-]+)"/;

/** What Arco writes into every icon's file, once: its class names, `spin`, and what it is given. */
const helper = `
import { createElement, useContext } from 'react';
import { IconContext } from '@arco-design/web-react/icon/react-icon/context';
export const icon = (name, attributes, ...content) => function ArcoIcon({ spin, isIcon, className, ...given }) {
  const { prefixCls = 'arco' } = useContext(IconContext);
  const icon = prefixCls + '-icon';
  const classes = (className ? className + ' ' : '') + icon + ' ' + icon + '-' + name + (spin ? ' ' + icon + '-loading' : '');
  return createElement('svg', { ...attributes, 'aria-hidden': true, focusable: false, ...given, className: classes }, ...content);
};
`;

/**
 * The drawing of an icon's file without what all of them repeat; null when the file is written
 * otherwise by now.
 */
export function slimIcon(code: string): string | null {
  const drawing = DRAWING.exec(code);
  const name = NAME.exec(code)?.[1];
  if (!drawing || !name) return null;
  const [, attributes, content] = drawing;
  return [
    `import React from 'react';`,
    `import { icon } from '${HELPER}';`,
    `export default /*#__PURE__*/ icon('${name}', ${attributes}, ${content});`,
    '',
  ].join('\n');
}

/** Gives the browser Arco's icons without their repetitions: a third of the size. */
export function slimIcons(): Plugin {
  return {
    name: 'huozi:slim-icons',
    apply: 'build',
    resolveId: { filter: { id: /^virtual:huozi-icon$/ }, handler: () => RESOLVED },
    load: {
      filter: { id: /^\0virtual:huozi-icon$/ },
      handler: () => ({ code: helper, moduleType: 'js', moduleSideEffects: false }),
    },
    transform: {
      filter: { id: ICON },
      handler(code) {
        const slim = slimIcon(code);
        return slim === null ? null : { code: slim, map: null };
      },
    },
  };
}
