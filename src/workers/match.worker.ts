import { expose } from 'comlink';
import { createMatching } from './match-api.ts';
import { openWorkerStore } from './worker-store.ts';

expose(createMatching(openWorkerStore));
