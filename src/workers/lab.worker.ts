import { expose } from 'comlink';
import { openBrowserStore } from '#src/sync/open-browser-store.ts';
import { createLab } from './lab-api.ts';

expose(createLab(openBrowserStore, () => performance.now()));
