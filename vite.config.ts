import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { calls } from './src/contract/index.ts';
import { arcoStyles } from './scripts/vite/arco-styles.ts';
import { groups, noCircles, preloadFirst } from './scripts/vite/chunks.ts';
import { precompress } from './scripts/vite/precompress.ts';
import { slimContract } from './scripts/vite/slim-contract.ts';
import { slimDefinitions } from './scripts/vite/slim-definitions.ts';
import { slimErrors } from './scripts/vite/slim-errors.ts';
import { slimIcons } from './scripts/vite/slim-icons.ts';
import { slimPackages } from './scripts/vite/slim-packages.ts';

/** In development Vite serves the web and hands every call on to the server. */
const api = `http://127.0.0.1:${process.env.PORT ?? 7300}`;
const services = new Set(calls.map((call) => `/${call.path.split('/')[1]}/`));

/**
 * Rooms whose modules only define: importing one has no effect, so unused exports can be dropped.
 */
const DEFINING =
  /\/(src\/(contract|expression|values|document|flow|page|runtime|ui|view|studio)|machines|renderers)\/(?!.*\.css).*\.tsx?$/;

/**
 * The router's package leads every bundler to its build with warnings; its build without them lies
 * beside it.
 */
const quietRouter = (name: string): string =>
  fileURLToPath(new URL(`node_modules/react-router/dist/production/${name}.mjs`, import.meta.url));

export default defineConfig(({ command }) => ({
  resolve: {
    alias:
      command === 'build'
        ? [
            { find: /^react-router$/, replacement: quietRouter('index') },
            { find: /^react-router\/dom$/, replacement: quietRouter('dom-export') },
          ]
        : [],
  },
  plugins: [
    slimContract(),
    slimDefinitions(),
    slimErrors(),
    slimIcons(),
    slimPackages(),
    arcoStyles(),
    react(),
    noCircles(),
    preloadFirst(),
    precompress(),
  ],
  build: {
    outDir: 'dist/web',
    target: 'es2022',
    // Nothing travels as data: inside a script or a style.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: { codeSplitting: { groups } },
      input: {
        index: 'index.html',
        passport: 'passport.html',
        build: 'build.html',
        openapi: 'openapi.html',
      },
      treeshake: {
        moduleSideEffects: [{ test: DEFINING, sideEffects: false }],
        manualPureFunctions: ['Type', 'Closed', 'oneOf'],
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      [...services, '/healthz', '/openapi.json'].map((path) => [path, api]),
    ),
  },
}));
