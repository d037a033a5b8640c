import type * as z from 'zod';
import type { Clock } from './clock.ts';
import type { Send } from './outbound.ts';
import type { TargetAdapter } from './target-adapter.ts';
import type { TargetCandidates } from './target-candidates.ts';
import type { TargetClients } from './target-clients.ts';

/** Values of a connection that are stored encrypted. */
export type SecretField = 'password' | 'clientSecret' | 'refreshToken';

/** The secrets of a target that has none. */
export const noSecrets: Readonly<Record<SecretField, string>> = { password: '', clientSecret: '', refreshToken: '' };

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

/** The result of a sign-in at a target's own page: a token that lasts, or the target's words if it gave none. */
type SignedIn = { readonly kind: 'done'; readonly refreshToken: string } | { readonly kind: 'failed'; readonly words: string };

/**
 * The sign-in at a target's own page (OAuth authorization code with PKCE), which takes the place of a secret of the form. It gives a
 * `refreshToken`, which is stored as a secret.
 */
export type OwnSignIn = {
  /** The address of the page where a person allows the access. */
  readonly address: (
    settings: unknown,
    asked: { readonly redirectUri: string; readonly state: string; readonly challenge: string },
  ) => string;
  /** Exchanges the code that the page gave. */
  readonly exchange: (
    settings: unknown,
    secrets: Readonly<Record<SecretField, string>>,
    send: Send,
    given: { readonly code: string; readonly redirectUri: string; readonly verifier: string },
  ) => Promise<SignedIn>;
};

/** How targets of one kind are connected. */
export type Connector = {
  /** The types of the settings in `target.settings`. The form of the kind says what is wrong with their values. */
  readonly settings: z.ZodType;
  /** Without one of these, the connection is not opened. */
  readonly secrets: readonly SecretField[];
  /** Of these, one is enough. Absent if all that it needs are in `secrets`. */
  readonly eitherSecret?: readonly SecretField[];
  /** Absent if the target has no page of its own for it. */
  readonly ownSignIn?: OwnSignIn;
  /** Opens a connection. `settings` were read by the schema above; nothing is sent yet. Without `clock` it is the real one. */
  open(settings: unknown, secrets: Readonly<Record<SecretField, string>>, send: Send, clock?: Clock): Connection;
};
