import type { emails } from '#tests/support/test-service.ts';
import type { ReplyWorld } from './world.ts';

/** One HTTP request as an external client sends it. */
export type Request = {
  /** The route in the contract. */
  readonly call: string;
  /** The path with values, and the query. */
  readonly url: string;
  /** The signed-in user; `chief` by default, null for no one. */
  readonly as?: keyof typeof emails | null;
  readonly body?: unknown;
  /** A body that is sent as it is, with its headers, such as a signed one. */
  readonly raw?: { readonly text: string; readonly headers: Readonly<Record<string, string>> };
  /** Text of an uploaded file, in place of a body. */
  readonly file?: string;
  /** Lists that may be empty in this reply: the reason by path (`0.TableFields`). */
  readonly empty?: Readonly<Record<string, string>>;
  /** Selects the part to record, if the reply is too long or partly depends on the machine. */
  readonly read?: (reply: unknown) => unknown;
  /** The request only prepares others: it must succeed, but is not recorded. A function tells when its background work is done. */
  readonly prepares?: true | ((world: ReplyWorld) => Promise<boolean>);
};
