type Policy = { createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown };

/**
 * The page runs under `require-trusted-types-for 'script'`. Script URLs in code (workers, the service worker) pass through this
 * one policy, which allows only files of this origin. It allows no HTML and no script text.
 */
export function guardScripts(): void {
  const { trustedTypes } = window as { trustedTypes?: Policy };
  trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      const { origin, pathname } = new URL(url, window.location.href);
      if (origin === window.location.origin && /\.(js|ts|mjs)$/.test(pathname)) return url;
      throw new TypeError(`Not a script of this app: ${url}`);
    },
  });
}
