const key = 'jobdock.after-sign-on';

/** Only a path of this app, never a URL that a link brought from elsewhere. */
export const isOwnPath = (path: unknown): path is string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) && !/^\/(login|agency-sign-on)\b/.test(path);

/** Keeps in this tab where the person wanted to go, while the browser is away at the agency's provider. */
export function keepReturnPath(path: string): void {
  try {
    window.sessionStorage.setItem(key, path);
  } catch {
    // A browser without storage opens the dashboard.
  }
}

/** Where to go after the sign-in. */
export function returnPath(): string {
  try {
    const kept = window.sessionStorage.getItem(key);
    return isOwnPath(kept) ? kept : '/dashboard';
  } catch {
    return '/dashboard';
  }
}
