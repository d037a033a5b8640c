import { urlOf } from '../db/connection.ts';
import { storingMailer } from '../lib/mail.ts';
import { createSecrets } from '../lib/secrets.ts';
import { accessTokenPurpose } from './access-token.ts';
import { createActors } from './actors.ts';
import type { Services } from './handle.ts';
import { createLive } from './live.ts';

/** The services of a process, from its database, master key, settings and clock. */
export function createServices(
  parts: Omit<Services, 'secrets' | 'mail' | 'live' | 'actors'> & { readonly masterKey: Uint8Array },
): Services {
  const { masterKey, ...given } = parts;
  const { db, log, now } = given;
  const secrets = createSecrets(masterKey);
  return {
    ...given,
    secrets,
    mail: storingMailer,
    live: createLive(() => urlOf(db), log),
    actors: createActors(db, secrets.derive(accessTokenPurpose), now),
  };
}
