import { no, ok, type Result } from '#contract/kit/result.ts';
import { type AuditLine, auditStatement, type Receipt, writeAudit } from '../db/audit.ts';
import type { Db, Tx } from '../db/connection.ts';
import type { Publication, Publish } from '../db/publication.ts';
import type { Done, Note, RecordLine } from './audited.ts';
import type { Caller, Loader } from './loaders.ts';

/** What running a handler needs of its call; the call may have more for the handler itself. */
export type RunCall = {
  readonly services: { readonly db: Db; readonly now: () => Date; readonly writeRows: Publish };
  readonly actor: (Caller & { readonly actorId: number; readonly userId: number }) | null;
  readonly ip: string;
};
export type RunArgs = Readonly<Record<string, unknown>>;
export type Outcome = Result<unknown, { kind: string }>;
/** A handler without its types, which `handle` has checked. */
export type Run = (args: never, call: never, loaded: never) => Promise<Outcome>;
export type RunOptions = {
  readonly audit?: string;
  readonly ownTransactions?: boolean;
  readonly allCustomers?: boolean;
  readonly beforeFactor?: boolean;
  readonly stepUp?: true | ((args: never) => boolean);
  readonly load?: Readonly<Record<string, Loader<never, unknown>>>;
};
/** The refusal of "all customers". */
const oneCustomer = 'Choose one customer: this call does not work on all customers at once.';

type Bound = RunOptions & { readonly run: Run };
type AnyRun = (args: RunArgs, call: object, loaded: object) => Promise<Outcome>;

/** Carries a refusal out of a transaction and rolls it back. */
class Refused extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('refused');
    this.outcome = outcome;
  }
}

/** Runs a handler as its options say: loads its rows, and writes changes and audit line in one transaction. */
export async function runHandler(bound: Bound, args: RunArgs, call: RunCall): Promise<Outcome> {
  const key = ['cust', 'me'].find((name) => name in args);
  if (!bound.allCustomers && key !== undefined && Number(args[key]) < 1)
    return no({ kind: 'invalid' as const, fields: { [key]: oneCustomer } });
  const { audit } = bound;
  if (audit !== undefined && !audit.startsWith('none: ') && !bound.ownTransactions)
    return inTransaction(bound, audit, args, call);
  const found = await loadAll(bound, call.services.db, args, call.actor);
  if (!found.ok) return found;
  const loaded = found.value;
  const run = bound.run as unknown as AnyRun;
  if (!bound.ownTransactions || audit === undefined) return run(args, call, loaded);
  const customerId = customerOfCall(args, loaded, call.actor);
  const record: RecordLine = (tx, note) => writeAudit(tx, lineOf(audit, note, customerId, call));
  const outcome = await run(args, { ...call, customerId, record }, loaded);
  return outcome.ok ? ok((outcome.value as Done<unknown, Receipt>).reply) : outcome;
}

async function inTransaction(bound: Bound, audit: string, args: RunArgs, call: RunCall): Promise<Outcome> {
  const { services, actor } = call;
  const work: (() => void)[] = [];
  const afterCommit = (one: () => void) => void work.push(one);
  try {
    const outcome = await services.db.transaction().execute(async (tx) => {
      const found = await loadAll(bound, tx, args, actor);
      if (!found.ok) throw new Refused(found);
      const loaded = found.value;
      const customerId = customerOfCall(args, loaded, actor);
      const writes: Publication[] = [];
      const write = (...publications: readonly Publication[]) => void writes.push(...publications);
      const outcome = await (bound.run as unknown as AnyRun)(args, { ...call, tx, customerId, write, afterCommit }, loaded);
      if (!outcome.ok) throw new Refused(outcome);
      const { reply, audit: note } = outcome.value as Done<unknown, Note>;
      if (note !== null) await commit(tx, call, customerId, writes, lineOf(audit, note, customerId, call));
      else if (writes.length > 0) throw new Error(`${audit} wrote rows and says that nothing changed`);
      return ok(reply);
    });
    for (const one of work) one();
    return outcome;
  } catch (error) {
    if (error instanceof Refused) return error.outcome;
    throw error;
  }
}

/** Writes the audit line together with the rows, as the last statement, because it locks the customer's feed. */
async function commit(tx: Tx, { services }: RunCall, customerId: number, writes: readonly Publication[], line: AuditLine) {
  if (writes.length === 0) await writeAudit(tx, line);
  else await services.writeRows(tx, customerId, writes, (rev) => [auditStatement(line, rev)]);
}

/**
 * Loads all rows of a call one after the other, so that locks are taken in the declared order. Refuses if one does not exist.
 */
async function loadAll(
  { load = {} }: RunOptions,
  db: Db | Tx,
  args: RunArgs,
  actor: Caller | null,
): Promise<Result<Record<string, unknown>, { kind: 'not_found' }>> {
  const loaded: Record<string, unknown> = {};
  for (const [name, loader] of Object.entries(load)) {
    const found = await loader.find(db, args as never, actor);
    if (found === undefined) return no(loader.absent?.(args as never) ?? { kind: 'not_found' });
    loaded[name] = found;
  }
  return ok(loaded);
}

/** The customer that a call names, else the customer of the row it loaded, else the caller's own. */
function customerOfCall(args: RunArgs, loaded: Readonly<Record<string, unknown>>, actor: Caller | null): number {
  const named = Number(args['cust'] ?? args['me'] ?? 0);
  if (named > 0) return named;
  const owner = Object.values(loaded).map((each) => (each as { customerId?: number } | null)?.customerId ?? 0);
  return owner.find((id) => id > 0) ?? actor?.customerId ?? 0;
}

function lineOf(name: string, note: Note, customerId: number, { services, actor, ip }: RunCall): AuditLine {
  const by = note.by ?? actor;
  if (!by) throw new Error(`${name} does not say who did it`);
  const { object, changed, facts } = note;
  const { actorId, userId } = by;
  return { customerId: note.customerId ?? customerId, at: services.now(), actorId, userId, name, object, changed, facts, ip };
}
