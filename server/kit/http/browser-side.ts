import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserCookie, BrowserSide } from './handle.ts';

/** The request as sign-in needs it: host, browser or not, and its cookies, which scripts cannot read [D2.2]. */
export function browserSide(
  request: FastifyRequest,
  reply: FastifyReply,
  site: {
    readonly secure: boolean;
    readonly port: number;
    readonly services: { readonly config: { readonly publicUrl: string } };
  },
): BrowserSide {
  // `__Host-` needs https. On plain loopback the port is part of the cookie's name: cookies ignore ports, and each installation
  // has its own port.
  const nameOf = (what: string) => (site.secure ? `__Host-jobdock_${what}` : `jobdock_${what}_${site.port}`);
  const options = { httpOnly: true, sameSite: 'strict', secure: site.secure } as const;
  const cookieOf = (name: string, path: '/' | '/auth'): BrowserCookie => ({
    read: () => request.cookies[name] ?? null,
    write: (value, maxAgeSeconds) => void reply.setCookie(name, value, { ...options, path, maxAge: maxAgeSeconds }),
    clear: () => void reply.clearCookie(name, { ...options, path }),
  });
  // `__Host-` needs the path `/`.
  const ofSignIn = site.secure ? '/' : '/auth';
  const { headers } = request;
  return {
    host: request.hostname,
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
    ifNoneMatch: headers['if-none-match'] ?? '',
    header: (name) => String(headers[name.toLowerCase()] ?? ''),
    isBrowser: headers.origin !== undefined || headers['sec-fetch-site'] !== undefined,
    passkeySite: passkeySiteOf(request, site.services.config.publicUrl),
    refreshCookie: cookieOf(nameOf('refresh'), ofSignIn),
    deviceMark: cookieOf(nameOf('device'), ofSignIn),
    // A confirmation at the provider ends under `/api/user/confirm`.
    signOnCookie: cookieOf(nameOf('sign_on'), '/'),
  };
}

/** Browsers bind a passkey to a host name, over https only, or to `localhost`. */
function passkeySiteOf(request: FastifyRequest, publicUrl: string): BrowserSide['passkeySite'] {
  const own = new URL(publicUrl);
  if (own.protocol === 'https:') return { host: own.hostname, origin: own.origin };
  return request.hostname === 'localhost' ? { host: 'localhost', origin: `http://${request.host}` } : null;
}
