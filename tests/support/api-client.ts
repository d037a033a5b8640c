import { setTimeout } from 'node:timers/promises';

/** How often a caller comes back to a busy service before it gives up. */
const patience = 20;

/** A caller of the service's API as a program outside the browser sees it: waits where it is asked to; throws where an answer is not 2xx. */
export class ApiClient {
  readonly #base: string;
  #token = '';

  constructor(base: string) {
    this.#base = base;
  }

  async signIn(username: string, password: string): Promise<void> {
    const reply = await this.post<{ access_token: string }>('/auth/login', { username, password });
    this.#token = reply.access_token;
  }

  get<T>(path: string): Promise<T> {
    return this.#call('GET', path);
  }

  post<T>(path: string, body: unknown): Promise<T> {
    return this.#call('POST', path, body);
  }

  async #call<T>(method: string, path: string, body?: unknown, left = patience): Promise<T> {
    const response = await fetch(`${this.#base}${path}`, {
      method,
      headers: {
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status === 429 && left > 0) {
      await setTimeout(Number(response.headers.get('retry-after') ?? 1) * 1000);
      return this.#call<T>(method, path, body, left - 1);
    }
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text) as T;
  }
}

/** The demo agency's people, as `npm start` prints them. */
export const demo = {
  recruiter: ['recruiter@harborview.example', 'harbor-Demo-1'],
  administrator: ['admin@harborview.example', 'harbor-Demo-2'],
  provider: ['admin@jobdock.example', 'harbor-Demo-3'],
} as const;
