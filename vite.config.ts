import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown, runnerImport } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { packedPlacesFormat, packPlaces } from './domain/places/pack-places.ts';
import { zipTable } from './server/kit/lib/zip-places.ts';
import { manifest } from './src/app/pwa/manifest.ts';
import { rowFields } from './src/store/tables/row-fields.ts';
import { themeCss } from './src/ui/theme/theme-css.ts';

const service = 'http://127.0.0.1:4180';
/** Paths that the service answers and not the app. */
const proxied = Object.fromEntries(['/api', '/auth', '/feeds', '/apply', '/sw-status'].map((path) => [path, service]));
/** Where the app is built to; another folder leaves the one that is served alone. */
const outDir = process.env['JOBDOCK_CLIENT_FOLDER'] ?? 'dist/client';

type Group = Rolldown.CodeSplittingGroup;

/** IDs of our modules that the signed-in frame loads before any screen. `frameModules` fills it. */
const frame = new Set<string>();

/** Reads from the module graph what the signed-in frame imports, directly or not, before chunks are made. */
function frameModules(): Plugin {
  return {
    name: 'jobdock-frame-modules',
    apply: 'build',
    buildEnd() {
      const add = (id: string) => {
        if (frame.has(id) || id.includes('node_modules')) return;
        frame.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported);
      };
      const entry = [...this.getModuleIds()].find((id) => id.endsWith('/src/app/shell/signed-in.tsx'));
      if (entry === undefined) this.error('src/app/shell/signed-in.tsx is gone: name the module that shows the signed-in frame');
      add(entry);
    },
  };
}

/** A module that this many entries share comes in a chunk of the kit, which most screens load. */
const manyScreens = 10;

/**
 * Chunks of what the start needs. Vendor code changes seldom: chunks of its own stay in every cache when only our code changes. Groups
 * of a higher priority take their modules first.
 */
const startChunks = [
  // Our own code of the start in one file. The page's small script stays apart: it runs first.
  { name: 'first', tags: ['$initial'], test: /preload-helper|\/src\/(main|ui\/page\/first-paint)\.ts$/, priority: 7 },
  {
    name: 'react',
    tags: ['$initial'],
    test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
    priority: 6,
  },
  {
    name: 'mantine',
    tags: ['$initial'],
    test: /node_modules\/(@mantine|@floating-ui|clsx|tabbable|react-remove-scroll[^/]*)\//,
    priority: 6,
  },
  // With zod, so that code generation is off before a schema of another chunk is made.
  { name: 'data', tags: ['$initial'], test: /node_modules\/(zod|date-fns|@date-fns)\/|src\/workers\/no-eval\.ts/, priority: 6 },
  { name: 'app', tags: ['$initial'], test: /\/(contract|domain|src)\/.*\.tsx?$/, priority: 5 },
] satisfies Group[];

const firstScript = /\bfirst-[\w-]+\.js$/;
/** Chunks and styles that the first script loads. */
const ofTheStart = /\/(?:rolldown-runtime|first|react|mantine|data|start-app)-[\w-]+\.(?:js|css)$/;

/**
 * Chunks of what comes after the start. Each module in a chunk of its own would make a screen wait for a hundred requests. Dependencies
 * are not taken along, so that modules of the start stay there.
 */
const laterChunks = [
  // The engine of the editor of emails, apart from what is built on it: together they are larger than a chunk may be.
  { name: 'editor-engine', test: /node_modules\/(?:prosemirror-[\w-]+|orderedmap|rope-sequence|w3c-keyname)\//, priority: 4.5 },
  { name: 'packages', test: /node_modules/, minShareCount: manyScreens, priority: 4 },
  { name: 'package', test: /node_modules/, entriesAware: true, priority: 3 },
  { name: 'frame', test: (id: string) => frame.has(id), priority: 2 },
  // In one chunk: its parts would otherwise join chunks that import each other.
  { name: 'changes', test: /\/src\/entities\/change\/|\/contract\/commands\/change-messages\.ts$/, priority: 1.5 },
  // The same holds for the names of states, which the query bar, pay and the dashboard read.
  { name: 'states', test: /\/domain\/parsing\/states\.ts$/, priority: 1.5 },
  // And for the parts of reports, which the library and saved views share with some of them.
  { name: 'reports', test: /\/(?:domain\/reports|src\/features\/reports\/kit)\//, priority: 1.5 },
  // And for saved views, which staging and all reports have.
  { name: 'views', test: /\/src\/entities\/report-view\//, priority: 1.5 },
  { name: 'kit', minShareCount: manyScreens, priority: 1 },
  // Small parts join the chunk that shares most of their screens.
  { name: 'part', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 5000, priority: 0 },
].map((group: Group) => ({ ...group, includeDependenciesRecursively: false }));

/** The theme's variables as a style sheet at build time: the page's policy allows no style written by script. */
function themeSheet(): Plugin {
  const id = 'virtual:theme.css';
  return {
    name: 'jobdock-theme',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (loaded) => (loaded === `\0${id}` ? themeCss() : null),
  };
}

/** Code that runs in the build needs no style sheets. */
const withoutStyles: Plugin = {
  name: 'jobdock-without-styles',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('.css') ? '\0no-styles' : null),
  load: (loaded) => (loaded === '\0no-styles' ? '' : null),
};

/** Writes the sign-in form into the page, so that it shows before any script has loaded. */
function signInFirst(): Plugin {
  return {
    name: 'jobdock-sign-in-first',
    async transformIndexHtml(html) {
      const { module } = await runnerImport<{ firstPaint: () => string }>('./src/app/start/first-paint.tsx', {
        configFile: false,
        logLevel: 'warn',
        plugins: [withoutStyles],
      });
      return html.replace('<!--first-paint-->', () => module.firstPaint());
    },
  };
}

/** What Dexie's package names by itself is written for browsers of ten years ago: larger and slower than the same for ours. */
const dexie = { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' };

/** Names of rows' fields as a list instead of the schemas that they are read from: a quarter of a worker's code. */
function rowFieldNames(): Plugin {
  const path = /\/src\/store\/tables\/row-fields\.ts$/;
  const names = `export const rowFields = ${JSON.stringify(rowFields)};\nexport const storedCollections = Object.keys(rowFields);`;
  return { name: 'jobdock-row-fields', load: (loaded) => (path.test(loaded) ? names : null) };
}

/**
 * `write-excel-file` compresses a file of more than 160 kB in a worker made of a text, which the page's policy forbids. Ours writes
 * sheets in a thread anyway, so it compresses there.
 */
function zipInThread(): Plugin {
  const path = /\/write-excel-file\/modules\/zip\/zipToArrayBuffer\.js$/;
  const zip = `import zip from './zipToArrayBufferSync.js';\nexport default async (files) => zip(files);`;
  return { name: 'jobdock-zip-in-thread', load: (loaded) => (path.test(loaded) ? zip : null) };
}

const versionIn = (path: string): string =>
  (JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as { version: string }).version;

/** The table of zip codes that distances need. Named by what it is made of, so that browsers keep it for good. */
const zipPlacesPath = `assets/zip-places-${versionIn('node_modules/zipcodes/package.json')}-${packedPlacesFormat}.bin`;

/** Writes the table of zip codes beside the app's files. It is fetched at the first question for a distance, never at the start. */
function zipPlacesFile(): Plugin {
  return {
    name: 'jobdock-zip-places',
    generateBundle() {
      // As it is: the service compresses it, and cannot send a file that is compressed already.
      this.emitFile({ type: 'asset', fileName: zipPlacesPath, source: packPlaces(zipTable()) });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${zipPlacesPath}`, (_request, response) => response.end(packPlaces(zipTable())));
    },
  };
}

/** The name of a file without its ending, and without the list of screens that share it. */
const shortName = (file: string): string => file.replace(/(?:~.*)?\.\w+$/, '');

export default defineConfig({
  // The app version that a device reports to administrators.
  define: {
    'import.meta.env.VITE_APP_VERSION': JSON.stringify(versionIn('package.json')),
    'import.meta.env.VITE_ZIP_PLACES': JSON.stringify(`/${zipPlacesPath}`),
  },
  plugins: [
    frameModules(),
    themeSheet(),
    signInFirst(),
    rowFieldNames(),
    zipPlacesFile(),
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      outDir,
      // The page decides when to activate a new version, so that it never interrupts work.
      registerType: 'prompt',
      injectRegister: false,
      manifest,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html,svg,png,woff2,webmanifest}'],
        maximumFileSizeToCacheInBytes: 4_000_000,
      },
    }),
  ],
  resolve: { alias: [dexie] },
  worker: {
    format: 'es',
    plugins: () => [rowFieldNames(), zipInThread()],
    rolldownOptions: { output: { comments: { annotation: false, legal: false } } },
  },
  build: {
    outDir,
    target: 'es2023',
    reportCompressedSize: false,
    // The license notices of all bundled packages in one file, so that the workers need none.
    license: { fileName: 'licenses.md' },
    modulePreload: {
      polyfill: false,
      // The app has loaded its start already, so no later chunk names it again: the lists are a part of the first page.
      resolveDependencies: (_file, dependencies, { hostId }) =>
        firstScript.test(hostId) ? dependencies : dependencies.filter((name) => !ofTheStart.test(name)),
    },
    rolldownOptions: {
      // The app is an entry as well, so that its vendor code is grouped like a page's own.
      input: ['index.html', 'src/app/start-app.ts'],
      output: {
        codeSplitting: { groups: [...startChunks, ...laterChunks] },
        // The name of a shared part lists the screens that need it. The first page names every part, so short names make it smaller.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash:7].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${shortName(name)}-[hash:7][extname]`,
      },
    },
  },
  server: {
    port: 5173,
    proxy: proxied,
  },
  preview: { proxy: proxied },
});
