import type { Logger } from 'pino';
import { type Db, urlOf } from '../db/connection.ts';
import { storingMailer } from '../lib/mail.ts';
import { createSecrets } from '../lib/secrets.ts';
import { accessTokenPurpose } from './access-token.ts';
import { createActors } from './actors.ts';
import type { Services } from './handle.ts';
import { createLive } from './live.ts';

/** The services of a process, from its database, master key, settings and clock. */
export function createServices(parts: {
  db: Db;
  masterKey: Uint8Array;
  log: Logger;
  now: () => Date;
  config: Services['config'];
}): Services {
  const { db, log, now, config } = parts;
  const secrets = createSecrets(parts.masterKey);
  return {
    db,
    log,
    now,
    config,
    secrets,
    mail: storingMailer,
    live: createLive(() => urlOf(db), log),
    actors: createActors(db, secrets.derive(accessTokenPurpose), now),
  };
}
