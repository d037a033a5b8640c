import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page, test } from 'playwright/test';

type Launch = { readonly executablePath: string; readonly args: readonly string[] };

const startMs = 60_000;

/** A Chromium with its own profile. It can be killed, as in a power loss, and started again. */
export class ChromiumProcess {
  readonly profile: string;
  readonly #launch: Launch;
  #process: ChildProcess | null = null;
  #browser: Browser | null = null;

  private constructor(profile: string, launch: Launch) {
    this.profile = profile;
    this.#launch = launch;
  }

  /** Makes one that starts like the browsers of the running test. */
  static async ofTest(): Promise<ChromiumProcess> {
    const { executablePath = '', args = [] } = test.info().project.use.launchOptions ?? {};
    return new ChromiumProcess(await mkdtemp(join(tmpdir(), 'jobdock-profile-')), { executablePath, args });
  }

  /** Starts it on its profile and returns its only window. */
  async start(): Promise<{ context: BrowserContext; page: Page }> {
    const child = spawn(
      this.#launch.executablePath,
      [
        ...this.#launch.args,
        '--headless=new',
        '--remote-debugging-port=0',
        `--user-data-dir=${this.profile}`,
        '--window-size=1680,900',
        '--no-default-browser-check',
        '--hide-crash-restore-bubble',
        'about:blank',
      ],
      // A process group of its own, so that a kill ends all its processes.
      { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    );
    this.#process = child;
    this.#browser = await chromium.connectOverCDP(await debuggerOf(child));
    const [context] = this.#browser.contexts();
    if (!context) throw new Error('Chromium opened no window');
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  }

  /** Sends SIGKILL to all its processes at once. */
  async kill(): Promise<void> {
    await this.#end((child) => process.kill(-(child.pid ?? 0), 'SIGKILL'));
  }

  /** Closes it normally, so that it writes its data to disk. */
  async quit(): Promise<void> {
    await this.#end(async () => {
      const session = await this.#browser?.newBrowserCDPSession();
      await session?.send('Browser.close');
    });
  }

  /** Stops it and removes the profile. */
  async remove(): Promise<void> {
    await this.kill();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  async #end(order: (child: ChildProcess) => unknown): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    await order(child);
    await gone;
    await this.#browser?.close().catch(() => undefined);
    this.#browser = null;
  }
}

/** The debugger address of a Chromium that just started. */
function debuggerOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const giveUp = (why: string) => reject(new Error(`Chromium did not start (${why}):\n${said.slice(-2000)}`));
    const timer = setTimeout(() => giveUp('no answer'), startMs);
    child.once('exit', (code) => giveUp(`exit ${code}`));
    child.stderr?.on('data', (text: Buffer) => {
      said += text.toString();
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}
