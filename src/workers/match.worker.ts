import { expose } from 'comlink';
import { openBrowserStore } from '#src/sync/open-browser-store.ts';
import { createMatching } from './match-api.ts';

expose(createMatching(openBrowserStore));
