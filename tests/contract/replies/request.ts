import type { emails } from '#tests/support/test-service.ts';

/** One HTTP request as a documented client outside the product sends it. */
export type Request = {
  /** The declared route, as the contract writes it. */
  readonly call: string;
  /** Path with its values, and the query. */
  readonly url: string;
  /** Who is signed in; `chief` where it is left out, null for nobody. */
  readonly as?: keyof typeof emails | null;
  readonly body?: unknown;
  /** Text of an uploaded file, in place of a body. */
  readonly file?: string;
  /** Lists that are rightly empty in this reply, by their path (`0.TableFields`), each with the reason. */
  readonly empty?: Readonly<Record<string, string>>;
  /** What is recorded of a reply that is too long to read whole, or that the machine's own data decides in part. */
  readonly read?: (reply: unknown) => unknown;
  /** The request only prepares others: it must succeed, and is not recorded. */
  readonly prepares?: true;
};
