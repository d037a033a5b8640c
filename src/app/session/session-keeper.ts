import { login, logout, type TokenReply } from '#contract/people/auth.ts';
import { type CustomerListItem, listCustomers } from '#contract/people/customers.ts';
import { changeOwnPassword } from '#contract/people/password-reset.ts';
import { type FactorProof, loginWithFactor } from '#contract/people/second-factor-proof.ts';
import { finishSignOn } from '#contract/people/sign-on.ts';
import {
  acceptDisclaimer,
  getPrefs,
  getRole,
  loginAs,
  type PrefsChange,
  returnFromLoginAs,
  savePrefs,
  type UserPrefs,
  type UserRole,
} from '#contract/people/users.ts';
import { errorMessage, problemsOf } from '#src/entities/session/error-message.ts';
import type { SignedOutWhy, SignInAnswer } from '#src/entities/session/session.ts';
import type { Call } from '#src/sync/call.ts';
import { isLeased, lastPerson, leftUntold, mayHoldSession } from './last-person.ts';
import type { PageTokens } from './tokens.ts';

/** The signed-in user, before React turns it into a session. */
export type Person = {
  role: UserRole;
  prefs: UserPrefs;
  customer: { id: number; name: string };
  customers: readonly CustomerListItem[];
};
export type Kept = { kind: 'starting' } | { kind: 'out'; why: SignedOutWhy } | { kind: 'in'; person: Person; confirmed: boolean };

type Ports = {
  call: Call;
  tokens: PageTokens;
  now: () => number;
  /** Removes a user's rows from the device and seals their unsent work. */
  lockDevice: (userId: number) => Promise<void>;
  /** Removes a user's rows of all customers but these from the device. */
  keepOnly: (userId: number, customers: readonly number[]) => Promise<void>;
};

/**
 * The session of this page. It opens at once for the last user while the lease is valid, and asks the service at the same time.
 * Offline, the lease is enough; a refusal by the service ends the session.
 */
export class SessionKeeper {
  readonly #ports: Ports;
  readonly #heard = new Set<() => void>();
  #kept: Kept = { kind: 'starting' };
  /** Counts sign-ins on this page. A response to an older request does not apply to the session since. */
  #signIns = 0;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  readonly get = (): Kept => this.#kept;
  readonly watch = (hear: () => void): (() => void) => {
    this.#heard.add(hear);
    return () => this.#heard.delete(hear);
  };

  /** Opens for the last user, then confirms. */
  async start(): Promise<void> {
    if (leftUntold.read() && !(await this.#tellLeft())) return this.end('left');
    if (!mayHoldSession()) return this.end('never');
    const before = this.#signIns;
    const last = lastPerson.read();
    const leased = last !== null && isLeased(last, this.#ports.now());
    if (leased)
      this.#set({
        kind: 'in',
        person: { role: last.role, prefs: last.prefs, customer: last.customer, customers: last.customers },
        confirmed: false,
      });
    const answer = await this.#ports.tokens.refresh(null);
    if (answer === 'fresh') return this.#load(leased ? last.customer : null);
    if (answer === 'unreachable' && leased) return;
    // The session is no longer valid: lock its data before another user signs in.
    if (last !== null) await this.#ports.lockDevice(last.role.userId).catch(() => undefined);
    if (before === this.#signIns) this.end(last === null ? 'never' : leased || answer === 'signed_out' ? 'ended' : 'lease');
  }

  /** Tries again to confirm the session once the connection is back. */
  async confirm(): Promise<void> {
    if (this.#kept.kind !== 'in' || this.#kept.confirmed) return;
    const { customer } = this.#kept.person;
    if ((await this.#ports.tokens.refresh(null)) === 'fresh') await this.#load(customer);
  }

  async signIn(username: string, password: string, r: string | undefined): Promise<SignInAnswer> {
    const answer = await this.#ports.call(login, { username, password, ...(r === undefined ? {} : { r }) });
    if (answer.ok) return this.#open(answer.value);
    const { error } = answer;
    if (error.kind === 'second_factor') return { kind: 'factor', pending: error.pending, factors: error.factors };
    if (error.kind === 'sign_in') {
      const { description: words, humanCheck, checkFirst = false } = error;
      return { kind: 'refused', words, humanCheck, checkFirst };
    }
    if (error.kind === 'offline' || error.kind === 'timeout') return { kind: 'no-service' };
    // Any other failure requires the human check, too.
    return { kind: 'refused', words: errorMessage(error), humanCheck: true, checkFirst: false };
  }

  async finishSignIn(pending: string, proof: FactorProof): Promise<SignInAnswer> {
    const answer = await this.#ports.call(loginWithFactor, { pending, ...proof });
    if (answer.ok) return this.#open(answer.value);
    const { error } = answer;
    if (error.kind === 'offline' || error.kind === 'timeout') return { kind: 'no-service' };
    return { kind: 'refused', words: errorMessage(error), humanCheck: false, checkFirst: false };
  }

  /** Ends a sign-in at the agency's provider, with what it added to the address. */
  async finishSignOn(answer: string): Promise<SignInAnswer> {
    const finished = await this.#ports.call(finishSignOn, { answer });
    if (finished.ok) return this.#open(finished.value);
    const { error } = finished;
    if (error.kind === 'second_factor') return { kind: 'factor', pending: error.pending, factors: error.factors };
    if (error.kind === 'offline' || error.kind === 'timeout') return { kind: 'no-service' };
    return { kind: 'refused', words: errorMessage(error), humanCheck: false, checkFirst: false };
  }

  async #open(tokens: TokenReply): Promise<SignInAnswer> {
    // The new cookie has replaced the one that still had to be ended.
    leftUntold.write(false);
    this.#signIns += 1;
    this.#ports.tokens.take(tokens);
    await this.#load(null);
    return this.#kept.kind === 'in' ? { kind: 'in' } : { kind: 'no-service' };
  }

  /** Reads the user again, after a change of what they may do. */
  async reload(): Promise<void> {
    if (this.#kept.kind === 'in') await this.#load(this.#kept.person.customer);
  }

  /** From now on, nothing opens without sign-in, even if this or another page reloads during sign-out. */
  startLeaving(): void {
    leftUntold.write(true);
    lastPerson.write(null);
  }

  /** Ends the session here, and on the service if it is reachable. */
  async leave(why: SignedOutWhy): Promise<void> {
    this.startLeaving();
    this.end(why);
    await this.#tellLeft();
  }

  /** Ends the session on the service. False if it is unreachable; the next start tries again. */
  async #tellLeft(): Promise<boolean> {
    const answer = await this.#ports.call(logout, {});
    if (answer.ok) leftUntold.write(false);
    return answer.ok;
  }

  /** Ends the session on this page. One that the service ended also locks this device's data [D8.2]. */
  end(why: SignedOutWhy): void {
    const { tokens, lockDevice } = this.#ports;
    if (why === 'ended' && this.#kept.kind === 'in') void lockDevice(this.#kept.person.role.userId).catch(() => undefined);
    tokens.drop();
    lastPerson.write(null);
    this.#set({ kind: 'out', why });
  }

  async savePrefs(change: PrefsChange): Promise<string | null> {
    if (this.#kept.kind !== 'in') return 'You are not signed in.';
    const before = this.#kept.person.prefs;
    this.#change({ prefs: { ...before, ...change } });
    const answer = await this.#ports.call(savePrefs, change);
    this.#change({ prefs: answer.ok ? answer.value : before });
    return answer.ok ? null : errorMessage(answer.error);
  }

  async acceptDisclaimer(ack: string): Promise<string | null> {
    const answer = await this.#ports.call(acceptDisclaimer, { ack });
    if (!answer.ok) return errorMessage(answer.error);
    if (this.#kept.kind === 'in') this.#change({ role: { ...this.#kept.person.role, needsDisclaimer: false } });
    return null;
  }

  /** Changes the user's own password; returns the problems by field, or null. */
  async changePassword(current: string, password: string): Promise<Record<string, string> | null> {
    const answer = await this.#ports.call(changeOwnPassword, { current, password });
    if (!answer.ok) return problemsOf(answer.error);
    if (this.#kept.kind !== 'in') return null;
    const { customer, role } = this.#kept.person;
    this.#change({ role: { ...role, status: 0 } });
    // The service refused the other calls of the start.
    if (role.status !== 0) await this.#load(customer);
    return null;
  }

  /** The service refused a call because the password has expired: asks for a new one. */
  noteExpired(): void {
    if (this.#kept.kind === 'in' && this.#kept.person.role.actingAs === null)
      this.#change({ role: { ...this.#kept.person.role, status: 1 } });
  }

  showCustomer(id: number, name: string): void {
    this.#change({ customer: { id, name } });
  }

  async loginAs(customerId: number, userId: number, reason: string): Promise<string | null> {
    const answer = await this.#ports.call(loginAs, { cust: customerId, user: userId, reason });
    if (!answer.ok) return errorMessage(answer.error);
    return this.#switchTo(answer.value);
  }

  async returnToSelf(): Promise<string | null> {
    const answer = await this.#ports.call(returnFromLoginAs, {});
    if (!answer.ok) return errorMessage(answer.error);
    return this.#switchTo(answer.value);
  }

  async #switchTo({
    accessToken,
    userId,
    customerId,
  }: {
    accessToken: string;
    userId: number;
    customerId: number;
  }): Promise<null> {
    this.#ports.tokens.take({ accessToken, bearer: { userId, customerId, actingAs: null } });
    await this.#load(null);
    return null;
  }

  /** Loads the user and their data. `shown` stays the open customer if the user still has access to it. */
  async #load(shown: { id: number; name: string } | null): Promise<void> {
    const { call } = this.#ports;
    const before = this.#signIns;
    const [role, prefs, customers] = await Promise.all([call(getRole, {}), call(getPrefs, {}), call(listCustomers, {})]);
    if (before !== this.#signIns) return;
    if (!role.ok || !prefs.ok) {
      const gone = [role, prefs].some((answer) => !answer.ok && answer.error.kind === 'signed_out');
      if (gone || this.#kept.kind !== 'in') this.end('ended');
      return;
    }
    const list = customers.ok ? customers.value : [];
    const own = { id: role.value.customerId, name: role.value.customerName };
    const stillThere = shown !== null && (shown.id === own.id || list.some(({ id: c }) => c === shown.id));
    this.#set({
      kind: 'in',
      person: { role: role.value, prefs: prefs.value, customer: stillThere ? shown : own, customers: list },
      confirmed: true,
    });
    if (!customers.ok || role.value.administrator || role.value.actingAs !== null) return;
    const reachable = [own.id, ...list.map(({ id }) => id)];
    await this.#ports.keepOnly(role.value.userId, reachable).catch(() => undefined);
  }

  #change(change: Partial<Person>): void {
    if (this.#kept.kind === 'in') this.#set({ ...this.#kept, person: { ...this.#kept.person, ...change } });
  }

  #set(kept: Kept): void {
    this.#kept = kept;
    if (kept.kind === 'in' && kept.confirmed && kept.person.role.actingAs === null) {
      const { role, prefs, customer, customers } = kept.person;
      const linked = role.administrator || !customers.some((one) => one.linked) ? [] : [...customers];
      lastPerson.write({
        role: { ...role, hasBillingProblem: false },
        prefs,
        customer,
        customers: linked,
        confirmedAt: new Date(this.#ports.now()).toISOString(),
      });
    }
    for (const hear of this.#heard) hear();
  }
}
