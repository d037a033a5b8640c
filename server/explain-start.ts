import { FolderInUse } from './kit/db/embedded/data-folder.ts';
import { TooFewConnections } from './kit/db/sessions/connection-room.ts';
import { PoolerRefused } from './kit/db/sessions/refuse-pooler.ts';
import { MasterKeyRefused } from './kit/keys/master-keys.ts';

/** Errors whose message is for operators. */
const explained = [FolderInUse, MasterKeyRefused, PoolerRefused, TooFewConnections];

/** Says why the service could not start: one sentence for what an operator can fix, otherwise the stack. */
export function explainStart(error: unknown): string {
  if (explained.some((kind) => error instanceof kind)) return (error as Error).message;
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return 'The port is taken. Set PORT to another one.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
