import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { chromium, type Page } from 'playwright';
import { build, preview } from 'vite';

/** Builds the page of a bench, `bench/{name}`, opens it in Chromium, and closes everything when `use` has ended. */
export async function withBenchPage(name: string, use: (page: Page) => Promise<void>): Promise<void> {
  const root = resolve('bench', name);
  const outDir = resolve('node_modules/.cache/jobdock', `bench-${name}`);
  const common = { root, configFile: false, logLevel: 'error' } as const;
  await build({
    ...common,
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 5000 },
  });
  const headers = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
  const server = await preview({ ...common, build: { outDir }, preview: { host: '127.0.0.1', port: 0, headers } });
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
    page.on('pageerror', (error) => console.error(error));
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await use(page);
  } finally {
    await browser.close();
    await server.close();
  }
}
