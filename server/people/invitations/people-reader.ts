import type { Result } from '#contract/kit/result.ts';

/** A row of a list of people, as it is in the file. */
export type ReadPerson = {
  readonly row: number;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly phone: string;
  /** Why the row cannot be read, with the remedy. */
  readonly problem: string | null;
};

type RefusedFile = { kind: 'too_large'; limit: string } | { kind: 'invalid'; fields: Record<string, string> };

/** Reads a list of people in the parsing process. The layer that has it is above this one, so the main program passes it in. */
export type ReadPeople = (file: Uint8Array, customerId: number) => Promise<Result<readonly ReadPerson[], RefusedFile>>;

declare module '#server/kit/http/handle.ts' {
  interface Services {
    readonly readPeople: ReadPeople;
  }
}
