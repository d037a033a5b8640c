import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import type { MatchClient } from '#src/workers/match-client.ts';
import { matchClientOf } from '#src/workers/store-workers.ts';

/** The match worker of the open store. */
export const useMatchClient = (): MatchClient => matchClientOf(useLocalStore().store);
