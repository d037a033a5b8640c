import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export type TrioCandidate = { readonly number: number; readonly email: string } & Readonly<Record<string, unknown>>;
/** A file of a submission. `digest`: SHA-256 of its bytes. */
export type TrioFile = { readonly name: string; readonly type: string; readonly size: number; readonly digest: string };
export type TrioSubmission = {
  readonly Number: number;
  readonly Status: string;
  readonly StatusCode: number;
  readonly StatusReason: string | null;
  /** A number at Trio. The demo's jobs come from other vendors, so any text is kept as it is. */
  readonly JobNumber: number | string;
  readonly CandidateNumber: number;
  readonly ModifiedDateUTC: string;
  readonly files: readonly TrioFile[];
  /** The account whose key made it, and its values of dictionaries by name. */
  readonly account?: string;
  readonly values?: Readonly<Record<string, string>>;
};
export type TrioHook = { readonly Name: string; readonly Url: string; readonly IsActive: boolean };

type Line =
  | { readonly kind: 'candidate'; readonly row: TrioCandidate }
  | { readonly kind: 'submission'; readonly row: TrioSubmission }
  | { readonly kind: 'hook'; readonly row: TrioHook };

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Statuses of a submission with their codes. */
export const trioStatuses = ['Submitted', 'Reviewed', 'Interview', 'Offered', 'Accepted', 'Declined', 'Withdrawn'] as const;

/** What the double holds. A journal file keeps it over a restart. */
export class TrioRecords {
  readonly candidates = new Map<number, TrioCandidate>();
  readonly submissions = new Map<number, TrioSubmission>();
  readonly hooks: TrioHook[] = [];
  /** Jobs that are closed: a submission to one is refused. */
  readonly closedJobs = new Set<string>();
  /** Jobs that exist; null: any number does. */
  jobs: ReadonlySet<string> | null = null;
  /** Accounts whose key is refused. */
  readonly lockedAccounts = new Set<string>();
  readonly #byEmail = new Map<string, number[]>();
  readonly #journal: string | null;
  #next = 50_000;

  constructor(journal: string | null) {
    this.#journal = journal;
    if (journal !== null && existsSync(journal))
      for (const line of readFileSync(journal, 'utf8').split('\n').filter(Boolean)) this.#hold(JSON.parse(line) as Line);
  }

  byEmail(email: string): TrioCandidate[] {
    const numbers = this.#byEmail.get(email.toLowerCase()) ?? [];
    return numbers.flatMap((number) => this.candidates.get(number) ?? []);
  }

  addCandidate(values: Readonly<Record<string, unknown>>): TrioCandidate {
    const row = { ...values, number: this.#next++, email: String(values['Email']) };
    this.#keep({ kind: 'candidate', row });
    return row;
  }

  /** A second submission of the same candidate to the same job is made like the first: Trio documents no key against it. */
  submit(
    job: string,
    candidateNumber: number,
    files: readonly TrioFile[],
    { account, at, values }: { readonly account: string; readonly at: string; readonly values: Readonly<Record<string, string>> },
  ): TrioSubmission {
    const row: TrioSubmission = {
      Number: this.#next++,
      Status: 'Submitted',
      StatusCode: 0,
      StatusReason: null,
      JobNumber: /^\d{1,9}$/.test(job) ? Number(job) : job,
      CandidateNumber: candidateNumber,
      ModifiedDateUTC: at,
      files,
      account,
      values,
    };
    this.#keep({ kind: 'submission', row });
    return row;
  }

  /** Gives a submission another status, as the facility does. Undefined if there is none with this number. */
  move(number: number, status: string, at: string): TrioSubmission | undefined {
    const known = this.submissions.get(number);
    if (!known) return undefined;
    const code = (trioStatuses as readonly string[]).indexOf(status);
    const row = { ...known, Status: status, StatusCode: Math.max(0, code), ModifiedDateUTC: at };
    this.#keep({ kind: 'submission', row });
    return row;
  }

  addHook(row: TrioHook): void {
    this.#keep({ kind: 'hook', row });
  }

  /** Forgets all submissions, as Trio shows no old ones. */
  forgetSubmissions(): void {
    this.submissions.clear();
  }

  #keep(line: Line): void {
    if (this.#journal !== null) appendFileSync(this.#journal, `${JSON.stringify(line)}\n`);
    this.#hold(line);
  }

  #hold(line: Line): void {
    if (line.kind === 'hook') return void this.hooks.push(line.row);
    if (line.kind === 'submission') {
      this.#next = Math.max(this.#next, line.row.Number + 1);
      return void this.submissions.set(line.row.Number, line.row);
    }
    const { number, email } = line.row;
    this.#next = Math.max(this.#next, number + 1);
    this.candidates.set(number, line.row);
    this.#byEmail.set(email.toLowerCase(), [...(this.#byEmail.get(email.toLowerCase()) ?? []), number]);
  }
}
