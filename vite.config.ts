import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { calls } from './contract/index.ts';
import { arcoStyles } from './scripts/vite/arco-styles.ts';
import { precompress } from './scripts/vite/precompress.ts';

/** In development Vite serves the web and hands every call on to the server. */
const api = `http://127.0.0.1:${process.env.PORT ?? 7300}`;
const services = new Set(calls.map((call) => `/${call.path.split('/')[1]}/`));

export default defineConfig({
  plugins: [arcoStyles(), react(), precompress()],
  build: {
    outDir: 'dist/web',
    target: 'es2022',
    // Style attributes and CSP: nothing is inlined as data: that a script or style could hide in.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: { input: { index: 'index.html', passport: 'passport.html', build: 'build.html' } },
  },
  server: { proxy: Object.fromEntries([...services, '/healthz', '/openapi.json'].map((path) => [path, api])) },
});
