import { setTimeout } from 'node:timers/promises';
import type { Endpoint, ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import { fromWire } from '#contract/kit/wire-translation.ts';
import { login } from '#contract/people/auth.ts';
import { confirmIdentity } from '#contract/people/second-factor-proof.ts';
import { requestOf, type WireRequest } from '#src/sync/transport/request.ts';

/** Maximum number of retries against a busy service. */
const patience = 20;

/** A client of the service's API outside the browser. Waits when the service asks it to. Throws when a status is not 2xx. */
export class ApiClient {
  readonly #base: string;
  #token = '';

  constructor(base: string) {
    this.#base = base;
  }

  async signIn(username: string, password: string): Promise<void> {
    this.#token = (await this.call(login, { username, password })).accessToken;
  }

  /** Confirms who it is, for calls that answer `confirm_identity`. Valid for five minutes. */
  async confirm(password: string): Promise<void> {
    await this.call(confirmIdentity, { password });
  }

  /** Makes a declared call; arguments and reply have plain names. A call that uploads takes its file besides. */
  async call<E extends Endpoint>(endpoint: E, args: SentArgsOf<E>, file?: File): Promise<ReplyOf<E>> {
    const body = await this.#ask(requestOf(endpoint, args, file));
    return endpoint.reply.parse(fromWire(endpoint.reply, body)) as ReplyOf<E>;
  }

  async #ask(request: WireRequest, left = patience): Promise<unknown> {
    const { method, path, body } = request;
    const response = await fetch(`${this.#base}${path}`, {
      method,
      headers: {
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body }),
    });
    if (response.status === 429 && left > 0) {
      await setTimeout(Number(response.headers.get('retry-after') ?? 1) * 1000);
      return this.#ask(request, left - 1);
    }
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text);
  }
}

/** The demo agency's users, as `npm start` prints them. */
export const demo = {
  recruiter: ['recruiter@harborview.example', 'harbor-Demo-1'],
  administrator: ['admin@harborview.example', 'harbor-Demo-2'],
  provider: ['admin@jobdock.example', 'harbor-Demo-3'],
  sister: ['admin@bayside.example', 'harbor-Demo-4'],
} as const;
