import { FolderInUse } from './kit/db/embedded/data-folder.ts';
import { PoolerRefused } from './kit/db/sessions/refuse-pooler.ts';
import { MasterKeyRefused } from './kit/keys/master-keys.ts';

/** Says why the service could not start: one sentence for what an operator can fix, otherwise the stack. */
export function explainStart(error: unknown): string {
  if (error instanceof FolderInUse || error instanceof MasterKeyRefused || error instanceof PoolerRefused) return error.message;
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return 'The port is taken. Set PORT to another one.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
