import type * as z from 'zod';
import type { Clock } from './clock.ts';
import type { Send } from './outbound.ts';
import type { TargetAdapter } from './target-adapter.ts';
import type { TargetCandidates } from './target-candidates.ts';
import type { TargetClients } from './target-clients.ts';

/** Values of a connection that are stored encrypted. */
export type SecretField = 'password' | 'clientSecret';

/** A new token of a session with the target, or the target's words if it opened none. */
export type RenewedToken =
  | { readonly kind: 'done'; readonly token: string }
  | { readonly kind: 'failed'; readonly words: string };

/** What talks to a target. `clients`: the operations on its clients, if it stores any. `renewToken`: signs in again, if it has sessions. */
export type Connection = {
  readonly adapter: TargetAdapter;
  readonly clients?: TargetClients;
  /** Its candidates, if it has any (`domain/targets/candidates.ts` names these kinds). */
  readonly candidates?: TargetCandidates;
  readonly renewToken?: () => Promise<RenewedToken>;
};

/** How targets of one kind are connected. */
export type Connector = {
  /** The types of the settings in `target.settings`. The form of the kind says what is wrong with their values. */
  readonly settings: z.ZodType;
  /** Without one of these, the connection is not opened. */
  readonly secrets: readonly SecretField[];
  /** Opens a connection. `settings` were read by the schema above; nothing is sent yet. Without `clock` it is the real one. */
  open(settings: unknown, secrets: Readonly<Record<SecretField, string>>, send: Send, clock?: Clock): Connection;
};
