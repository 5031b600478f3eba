import type { Plugin } from 'vite';

const DECIMAL = /\/node_modules\/decimal\.js\/decimal\.mjs$/;
const ROUTER = /\/node_modules\/react-router\/dist\/production\/chunk-\w+\.mjs$/;
const AXIOS = 'virtual:huozi-axios';
const NO_ADAPTER = 'virtual:huozi-no-adapter';
const NO_FORMS = 'virtual:huozi-no-forms';

/** What our numbers never need: trigonometry, logarithms and other bases, and their short names. */
const NEVER_CALLED = [
  'clampedTo|max|min|toNearest|toFraction|cubeRoot',
  'logarithm|naturalExponential|naturalLogarithm',
  'sine|cosine|tangent|hyperbolic\\w+|inverse\\w+',
  'toBinary|toOctal|toHexadecimal',
].join('|');
const UNUSED_METHODS = new RegExp(
  `^P\\.(?:${NEVER_CALLED}) = (?:P\\.\\w+ = )?function[\\s\\S]*?\\n\\};?$`,
  'gm',
);
/** Methods once more as functions of the constructor; only what makes constructors is used. */
const STATIC_METHODS = /^ {2}Decimal\.(?!clone\b|isDecimal\b)(\w+) = \1;.*$/gm;

/** decimal.js without the methods that nothing of ours calls: half of it. */
export const slimDecimal = (code: string): string =>
  code.replace(UNUSED_METHODS, '').replace(STATIC_METHODS, '');

/** A name for a developer's tools keeps a component in the build that nothing uses. */
const DISPLAY_NAME = /^\w+\.displayName = "\w+";$/gm;
const COMPONENT = /= (React\w*\.(?:forwardRef|memo|createContext)\()/g;
/** The router's modules so that unused components can be dropped. */
const slimRouter = (code: string): string =>
  code.replace(DISPLAY_NAME, '').replace(COMPONENT, '= /*#__PURE__*/ $1');

/** axios as src/app/api uses it: instances, and what they throw. */
const axios = `
import Axios from 'axios/unsafe/core/Axios.js';
import defaults from 'axios/unsafe/defaults/index.js';
import mergeConfig from 'axios/unsafe/core/mergeConfig.js';
export { default as AxiosError } from 'axios/unsafe/core/AxiosError.js';
export { default as CanceledError } from 'axios/unsafe/cancel/CanceledError.js';
export { default as isCancel } from 'axios/unsafe/cancel/isCancel.js';
export { default as isAxiosError } from 'axios/unsafe/helpers/isAxiosError.js';
export default { create: (given) => new Axios(mergeConfig(defaults, given)) };
`;
/** Every browser has XMLHttpRequest, which axios prefers. */
const noAdapter = 'export const getFetch = () => null;';
/** Our requests come with their query and body encoded: axios never turns objects into forms. */
const noForms = 'export default () => { throw new TypeError("no forms in this build"); };';

const FORMS = /\/(?:toFormData|toURLEncodedForm|formDataToJSON|AxiosURLSearchParams)\.js$/;
const REPLACED = new RegExp(`^(?:axios|\\./fetch\\.js)$|${FORMS.source}`);
const SOURCES: [name: string, source: string][] = [
  [AXIOS, axios],
  [NO_ADAPTER, noAdapter],
  [NO_FORMS, noForms],
];

/** Gives the browser only what our own code uses of packages that cannot be shaken. */
export function slimPackages(): Plugin {
  return {
    name: 'huozi:slim-packages',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: REPLACED },
      handler(id, importer = '') {
        if (id === 'axios') return `\0${AXIOS}`;
        if (FORMS.test(id)) return importer.includes('/axios/lib/') ? `\0${NO_FORMS}` : null;
        return importer.includes('/axios/lib/adapters/') ? `\0${NO_ADAPTER}` : null;
      },
    },
    load: {
      filter: { id: /^\0virtual:huozi-(?:axios|no-adapter|no-forms)$/ },
      handler: (id) => ({
        code: SOURCES.find(([name]) => id.endsWith(name))![1],
        moduleType: 'js',
        moduleSideEffects: false,
      }),
    },
    transform: {
      filter: { id: [DECIMAL, ROUTER] },
      handler: (code, id) => ({
        code: DECIMAL.test(id) ? slimDecimal(code) : slimRouter(code),
        map: null,
      }),
    },
  };
}
